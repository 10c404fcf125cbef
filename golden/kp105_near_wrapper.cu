// One function and one macro with exactly one barrier each and nothing else.
#define SYNC() __syncthreads()

__device__ __forceinline__ void block_sync()
{
    __syncthreads();
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        SYNC();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        block_sync();
    }
    y[row] = sum;
}
