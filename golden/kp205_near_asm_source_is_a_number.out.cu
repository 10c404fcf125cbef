// The source's address is a number that moves on from what a pointer is cast to.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f, v;
    size_t from = __cvta_generic_to_global(x + t);

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        {
            float v;
            asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(from));
            kp_r0 = v;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        v = kp_r0;
        s[t] = v;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            for (i += 64, from += 256; i < n; i += 64, from += 256) {
                kp_fetch();
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
