// The carry flag would be that of another iteration: the loads run ahead.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        unsigned i, carry;
        asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(i) : "r"(t - 128), "r"(64 + (k & 128)));
        asm volatile("addc.u32 %0, 0, 0;" : "=r"(carry));
        xs[t] = x[k + (i & 127)];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        sum += carry;
        __syncthreads();
    }
    y[row] = sum;
}
