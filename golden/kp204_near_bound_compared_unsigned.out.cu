// The bound is unsigned: the counter is converted, and a run-time test can show that y does not lie inside x.
__global__ void filter(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        1LL * n * blockIdx.x <= 2147483647LL &&
        kp_clear(x, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * n + 4LL * blockDim.x - (4LL),
                y, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i + t];
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float v = 0.0f;
            for (int j = 0; j <= t; ++j)
                v += tile[j] * (t - j);
            y[i + t] = v;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[t] = kp_r0;
        };
        {
            int i = blockIdx.x * n;
            if (i < (blockIdx.x + 1) * n) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < (blockIdx.x + 1) * n; i += 128) {
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
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i = blockIdx.x * n; i < (blockIdx.x + 1) * n; i += 128) {
            tile[t] = x[i + t];
            __syncthreads();
            float v = 0.0f;
            for (int j = 0; j <= t; ++j)
                v += tile[j] * (t - j);
            y[i + t] = v;
            __syncthreads();
        }
    }
}
