// The address is of unknown origin; __ldg() reads global memory, whoever made its address.
__device__ const float *moved(const float *p, unsigned by)
{
    const float *q;
    asm("mad.wide.u32 %0, %1, 4, %2;" : "=l"(q) : "r"(by), "l"(p));
    return q;
}
__global__ void gemv(const float *x, float *y, unsigned n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](unsigned int k) __attribute__((always_inline)) {
        kp_r0 = __ldg(moved(x, k + t));
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        unsigned k = 0;
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
