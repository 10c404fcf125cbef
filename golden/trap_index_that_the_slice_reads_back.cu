// The index of the next tile is made behind the copy, and compute reads it, too.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[at + t];
        at = (k + 128) % n;
        __syncthreads();
        sum += xs[127 - t] * at;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
