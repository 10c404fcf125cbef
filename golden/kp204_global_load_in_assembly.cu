// Global memory, and the loop stores into some: which one is loaded, nobody knows.
struct list {
    const float *of[4];
};
__device__ float load(const float *p)
{
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}
__global__ void gemv(struct list all, float *__restrict__ y, int n, int which)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const float *x;
    float sum = 0.0f;

    asm("ld.param.u64 %0, [%1 + 0x160];" : "=l"(x) : "r"(which * 8));
    for (int k = 0; k < n; k += 128) {
        float v = load(x + k + t);

        __syncthreads();
        xs[t] = v;
        __syncthreads();
        sum += xs[127 - t];
        y[k + t] = sum;
    }
    y[blockIdx.x * 128 + t] = sum;
}
