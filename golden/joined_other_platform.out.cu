// kpipe: -D USE_ROCM
// Not a build that is taken for given: the other branch counts, too.
#ifdef USE_ROCM
#define SOURCE const float *__restrict__
#else
#define SOURCE const float *
#endif

__global__ void dots(SOURCE x, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;

#ifdef USE_ROCM
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        float sum = 0;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        y[i + t] = sum;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
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
#else
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(x, 0, 4LL * n + 4LL * blockDim.x - (4LL),
                y, 0, 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i + t];
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float sum = 0;
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
            y[i + t] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[t] = kp_r0;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < n; i += 128) {
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
        for (int i = 0; i < n; i += 128) {
            float sum = 0;

            tile[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
            y[i + t] = sum;
            __syncthreads();
        }
    }
#endif
}
