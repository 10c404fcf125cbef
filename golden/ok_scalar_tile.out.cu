// One scalar per tile, loaded by one thread, next to an array.
__global__ void grouped(const signed char *__restrict__ q, const float *__restrict__ scale,
                        float *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_qs[2][128];
    __shared__ struct alignas(128) { float s; } kp_s[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    signed char kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = q[k + t];
        if (t == 0)
            kp_r1 = scale[k / 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &qs = kp_qs[kp_stage];
        auto &s = kp_s[kp_stage].s;
        int part = 0;
        for (int j = 0; j < 128; ++j)
            part += qs[j] * (j ^ t);
        sum += s * part;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &qs = kp_qs[kp_stage];
        auto &s = kp_s[kp_stage].s;
        qs[t] = kp_r0;
        if (t == 0)
            s = kp_r1;
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
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
