// Two K-loops with a tile each.
__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float a = 0.0f, b = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __shared__ __align__(128) float kp_xs[2][128];
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            a += xs[j] * (j ^ t);
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
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __shared__ __align__(128) float kp_ws[2][128];
    float kp_r02;
    auto kp_fetch2 = [&](int k) __attribute__((always_inline)) {
        kp_r02 = w[k + t];
    };
    auto kp_compute2 = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            b += ws[j] * (j - t) * a;
    };
    auto kp_store2 = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        ws[t] = kp_r02;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch2(k);
            kp_store2(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch2(k);
                kp_compute2(kp_stage);
                kp_store2(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute2(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = b;
}
