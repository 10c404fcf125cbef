// The address is of unknown origin; the instruction says that it is one of global memory.
struct list {
    const float *of[4];
};
__device__ float load(const float *p)
{
    float v;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}
__global__ void gemv(struct list all, float *__restrict__ y, int n, int which)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const float *x;
    float sum = 0.0f;

    asm("ld.param.u64 %0, [%1 + 0x160];" : "=l"(x) : "r"(which * 8));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = load(x + k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        sum += xs[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float v = kp_r0;
        xs[t] = v;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
