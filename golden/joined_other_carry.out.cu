// Both branches are legal, but one of them needs k in the compute phase and the other does not: the
// text around them would have to differ.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
#ifdef WEIGHTED
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
#else
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
#endif
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j) {
#ifdef WEIGHTED
            sum += xs[j] * (k + j);
#else
            sum += xs[j] * (t ^ j);
#endif
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
#ifdef WEIGHTED
            int kp_k = k;
#endif
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
#ifdef WEIGHTED
                kp_compute(kp_k, kp_stage);
#else
                kp_compute(kp_stage);
#endif
                kp_store(kp_stage ^ 1);
                __syncthreads();
#ifdef WEIGHTED
                kp_k = k;
#endif
                kp_stage ^= 1;
            }
#ifdef WEIGHTED
            kp_compute(kp_k, kp_stage);
#else
            kp_compute(kp_stage);
#endif
        }
    }
    y[row] = sum;
}
