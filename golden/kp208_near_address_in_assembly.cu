// The assembly in the inner loop makes an address and changes nothing else: the counter ends the loop.
__global__ void sums(const float *__restrict__ x, float *y, int *done, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int m;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            unsigned at;
            float v;
            asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(at) : "l"(xs + j));
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
            sum += v * (j + t);
        }
        __syncthreads();
    }
    atomicAdd(&y[t], sum);
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(m) : "l"(done));
    if (m == 1)
        y[128] = 1.0f;
}
