// Plain arithmetic.
__device__ __forceinline__ int dot4(int a, int b, int c)
{
    int d;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

__global__ void int8_gemv(const int *__restrict__ W, const int *__restrict__ x,
                          int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum = dot4(W[(k + j) * n + row], xs[j], sum);
        __syncthreads();
    }
    y[row] = sum;
}
