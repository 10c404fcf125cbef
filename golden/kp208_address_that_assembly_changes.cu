// The loop ends by what the assembly reads again and again.
__global__ void sums(const float *__restrict__ x, float *y, int *done, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
    for (int i = 0; i < 1;) {
        unsigned long long at;
        asm volatile("{ cvta.to.global.u64 %0, %1; }" : "=l"(at) : "l"(done));
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(i) : "l"(at));
    }
}
