// The slice reads what the iteration before has left in `old`: compute must not write it again.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float old = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const float v = (kp_r0 = x[k + t]);
        old = v;
    };
    auto kp_compute = [&](float old, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        sum += xs[127 - t] * old;
    };
    auto kp_store = [&](float old, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const float v = kp_r0;
        xs[t] = v - old;
        old = v;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            const auto kp_old_old = old;
            kp_fetch(k);
            kp_store(kp_old_old, kp_stage);
            __syncthreads();
            float kp_old = old;
            for (k += 128; k < n; k += 128) {
                const auto kp_old_old = old;
                kp_fetch(k);
                kp_compute(kp_old, kp_stage);
                kp_store(kp_old_old, kp_stage ^ 1);
                __syncthreads();
                kp_old = old;
                kp_stage ^= 1;
            }
            kp_compute(kp_old, kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
