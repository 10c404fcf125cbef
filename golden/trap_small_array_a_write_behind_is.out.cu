// small array: a write behind && is no certain write
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        int o[1] = {0};
        o[0] = i + 1;
        (i & 1) && (o[0] = i);
        kp_r0 = A[o[0] * 64 + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[63 - t] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
    C[t] = acc;
}
