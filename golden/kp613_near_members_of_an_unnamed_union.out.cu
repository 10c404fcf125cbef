// kpipe: --variant ldg
// What compute reads of a union is copied: its class has no name, and is written as the variable's.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    union { unsigned w; unsigned char b[4]; } u;
    union { unsigned w; struct { unsigned short lo, hi; } h; } v;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        u.w = __float_as_uint((kp_r0 = A[i * 64 + t]));
        v.h.lo = i;
        v.h.hi = 5;
    };
    auto kp_compute = [&](decltype(u) u, decltype(v) v, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += s[j ^ t] * u.b[2] + v.h.lo;
    };
    auto kp_store = [&](int i, decltype(u) u, decltype(v) v, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        u.w = __float_as_uint(kp_r0);
        v.h.lo = i;
        v.h.hi = 5;
        s[t] = u.b[0] + u.b[1] + (v.w & 3);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            const auto kp_old_u = u;
            const auto kp_old_v = v;
            kp_fetch(i);
            kp_store(i, kp_old_u, kp_old_v, kp_stage);
            __syncthreads();
            auto kp_u = u;
            auto kp_v = v;
            for (++i; i < n; ++i) {
                const auto kp_old_u = u;
                const auto kp_old_v = v;
                kp_fetch(i);
                kp_compute(kp_u, kp_v, kp_stage);
                kp_store(i, kp_old_u, kp_old_v, kp_stage ^ 1);
                __syncthreads();
                kp_u = u;
                kp_v = v;
                kp_stage ^= 1;
            }
            kp_compute(kp_u, kp_v, kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = sum;
}
