// The helper counts the blocks that have come, and waits until all have.
__device__ unsigned arrived;
static __device__ void wait_for_all()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned seen;
        atomicAdd(&arrived, 1);
        do
            seen = atomicAdd(&arrived, 0);
        while (seen < gridDim.x);
    }
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
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
    wait_for_all();
    if (row == 0)
        y[0] = y[gridDim.x * 128 - 1];
}
