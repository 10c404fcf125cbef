// The addresses go down while the number goes up.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ __align__(128) float kp_tile[2][512 * 3];

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
        1LL * m * blockIdx.x + 1LL * m <= 4294967295LL &&
        1LL * m * blockIdx.x + 2LL * m <= 4294967296LL &&
        1LL * n * blockIdx.x <= 4294967295LL &&
        1LL * n * blockIdx.x + 1LL * n <= 4294967296LL &&
        kp_clear(from, 4LL * m * blockIdx.x + 4LL, 4LL * m * blockIdx.x + 8LL * m,
                to, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * n);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int end = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < end; j += blockDim.x)
                __pipeline_memcpy_async(&tile[j], &from[blockIdx.x * m + m + k - j], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int end = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                float best = to[blockIdx.x * n + j];
                for (int i = 0; i < end; i++)
                    best = fminf(best, tile[i] * (i ^ j));
                to[blockIdx.x * n + j] = best;
            }
        };
        {
            int k = 0;
            if (k < m) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 512; k < m; k += 512) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < m; k += 512) {
            const int end = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < end; j += blockDim.x)
                tile[j] = from[blockIdx.x * m + m + k - j];
            __syncthreads();
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                float best = to[blockIdx.x * n + j];
                for (int i = 0; i < end; i++)
                    best = fminf(best, tile[i] * (i ^ j));
                to[blockIdx.x * n + j] = best;
            }
            __syncthreads();
        }
    }
}
