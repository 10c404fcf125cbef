// A loop of arithmetic in assembly asks nobody.
__global__ void __launch_bounds__(64) in_order(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;
    int steps = t;

    if (t == 0 && blockIdx.x)
        asm volatile("{ .reg .pred p; W: add.u32 %0, %0, 3; "
                     "setp.lt.u32 p, %0, 100; @p bra W; }" : "+r"(steps));
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum + steps;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}
