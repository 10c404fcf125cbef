// The loop ends by what the assembly reads again and again, by way of shared memory.
__global__ void sums(const int *__restrict__ x, int *y, const int *done, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
    for (;;) {
        int v;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(done));
        xs[t] = v;
        if (x[xs[t]] == 7)
            break;
    }
}
