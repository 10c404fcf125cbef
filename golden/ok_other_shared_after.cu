// Another shared array is stored in the last compute phase and read behind the loop: the closing
// barrier has to stay.
__global__ void last_result(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    __shared__ float part[128];
    const int t = threadIdx.x;

    part[t] = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            part[t] += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = part[127 - t];
}
