// A thread's own number is not in the test, which all threads make alike.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *from, int m, float *to, int n)
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
        size_t(m) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        size_t(n) <= 262144 &&
        1LL * m * blockIdx.x + 1LL * m <= 4294967169LL &&
        1LL * blockDim.x <= 1LL * m * blockIdx.x + 128LL &&
        1LL * n * blockIdx.x <= 4294967295LL &&
        1LL * n * blockIdx.x + 1LL * blockDim.x <= 4294967296LL &&
        kp_clear(from, 4LL * m * blockIdx.x + 512LL - (4LL * blockDim.x), 4LL * m * blockIdx.x + 4LL * m + 508LL,
                to, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * blockDim.x);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            __pipeline_memcpy_async(&tile[t], &from[blockIdx.x * m + k + 127 - t], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float best = to[blockIdx.x * n + t];
            for (int i = 0; i < 128; i++)
                best = fminf(best, tile[i] * (i ^ t));
            to[blockIdx.x * n + t] = best;
        };
        {
            int k = 0;
            if (k < m) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < m; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < m; k += 128) {
            tile[t] = from[blockIdx.x * m + k + 127 - t];
            __syncthreads();
            float best = to[blockIdx.x * n + t];
            for (int i = 0; i < 128; i++)
                best = fminf(best, tile[i] * (i ^ t));
            to[blockIdx.x * n + t] = best;
            __syncthreads();
        }
    }
}
