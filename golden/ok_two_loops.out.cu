// Two K-loops that share one tile.
__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float a = 0.0f, b = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            a += tile[j] * (j ^ t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
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
    auto &tile = kp_tile[kp_stage];
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r02;
    auto kp_fetch2 = [&](int k) __attribute__((always_inline)) {
        kp_r02 = w[k + t];
    };
    auto kp_compute2 = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            b += tile[j] * (j - t) * a;
    };
    auto kp_store2 = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r02;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch2(k);
            kp_store2();
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch2(k);
                kp_compute2();
                __syncthreads();
                kp_store2();
                __syncthreads();
            }
            kp_compute2();
        }
    }
    y[blockIdx.x * 128 + t] = b;
}
