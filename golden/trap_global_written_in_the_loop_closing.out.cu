// global written in the loop, closing barrier, written again behind it
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[63 - t];
        C[t] = acc;
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
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C[63 - t] = 1.0f;
}
