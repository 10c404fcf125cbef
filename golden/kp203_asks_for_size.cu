// kpipe: --variant ldg
// The kernel asks how much shared memory it has: that would be twice as much.
static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    y[0] = bytes;
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
}

void launch_gemv(const float *A, const float *x, float *y, int n)
{
    gemv<<<n / 128, 128, 128 * sizeof(float)>>>(A, x, y, n);
}
