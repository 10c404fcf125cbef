// A conversion whose body is visible is a call like any other.
struct brief {
    unsigned short bits;
    __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
};
__global__ void k(const brief *__restrict__ x, const brief *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(sizeof(brief) == 2 && alignof(brief) == 2,
                  "kpipe: sizeof(brief) or alignof(brief) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        const float v = float(w[i]);
        for (int j = 0; j < 128; ++j)
            acc += s[j] * v;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
