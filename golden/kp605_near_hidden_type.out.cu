// A variable does not hide the type that a staging register has.
struct P {
    float a;
};
__global__ void k(const P *__restrict__ x, float *__restrict__ y, int n)
{
    int p = 3;
    __shared__ __align__(128) struct P kp_s[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    static_assert(sizeof(P) == 4 && alignof(P) == 4,
                  "kpipe: sizeof(P) or alignof(P) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    P kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += s[j].a * (j + p);
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
