// The assembly asks again until all blocks have come.
__device__ unsigned arrived;

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
    __syncthreads();
    if (t == 0) {
        atomicAdd(&arrived, 1);
        asm volatile("{ .reg .u32 r; .reg .pred p; W: ld.global.cg.u32 r, [%0]; "
                     "setp.lt.u32 p, r, %1; @p bra W; }" ::"l"(&arrived), "r"(gridDim.x));
    }
    __syncthreads();
    if (row == 0)
        y[0] = y[gridDim.x * 128 - 1];
}
