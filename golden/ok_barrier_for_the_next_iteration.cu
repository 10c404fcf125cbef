// The last iteration passes over the barrier at the end.
__global__ void by_blocks(const float *__restrict__ values, const int *__restrict__ rows,
                          const int *__restrict__ columns, const float *__restrict__ x,
                          float *__restrict__ y)
{
    __shared__ float xs[64];
    const int end = rows[blockIdx.x + 1];
    float sum = 0.0f;

    for (int b = rows[blockIdx.x]; b < end; ++b) {
        xs[threadIdx.x] = x[columns[b] * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += values[(b * 64 + k) * 64 + threadIdx.x] * xs[k];
        if (b + 1 < end) {
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void by_tiles(const float *__restrict__ a, const float *__restrict__ x,
                         float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    float sum = 0.0f;

    for (int t = 0; t < n; t += 64) {
        xs[threadIdx.x] = x[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += a[(t + k) * 64 + threadIdx.x] * xs[k];
        if (t < n - 64)
            __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
