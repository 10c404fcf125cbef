// temporary loaded, index moved, stored
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int off = t;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = A[off];
        off += 64;
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[63 - t] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float v = kp_r0;
        As[t] = v;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (++i; i < n; ++i) {
                kp_fetch();
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
