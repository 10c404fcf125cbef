// Assembly that is volatile stays behind the conditions in front of it.
__device__ float load(const float *p)
{
    float v;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < m; i++)
    {
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = load(x + min(k + t, n - 1));
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            sum += xs[127 - t] * i;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            xs[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
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
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
