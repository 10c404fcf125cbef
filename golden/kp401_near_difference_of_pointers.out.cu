// A pointer into the tile minus a number is one, and so is an integer address plus one.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][8][16];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        const float *end = &s[0][0] + 128;
        const unsigned at = (unsigned)__cvta_generic_to_shared(end - 128) + t * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
        acc += v;
        for (int j = 1; j < 8; ++j)
            acc += *(end - j * 16) * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t / 16][t % 16] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
