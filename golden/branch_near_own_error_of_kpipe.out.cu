// An #error of the user that begins as ours do, and another branch: both branches are kept.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
#ifdef FAST
    __shared__ float As[64];
#else
    __shared__ __align__(128) float kp_As[2][64];
#endif
    const int t = threadIdx.x;
    float acc = 0.0f;
#ifdef FAST
    for (int k = 0; k < n; k += 64) {
#error "kpipe: fast"
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += As[j];
        __syncthreads();
    }
#else
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 64; ++j)
            acc += As[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#endif
    out[t] = acc;
}
