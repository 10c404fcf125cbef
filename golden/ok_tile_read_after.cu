// After the loop the last tile is read again: it lies in the stage of the last iteration, and in
// the first one when there was no iteration at all.
__global__ void last_tile(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    xs[t] = -1.0f;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + xs[127 - t];
}
