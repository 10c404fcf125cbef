// An atomic operation is at one element, so a test of the ranges shows that the source stays.
#include <cuda_pipeline_primitives.h>

__global__ void count(const float *points, int n, const float *queries, int m, int *hits, int *last)
{
    __shared__ __align__(128) float kp_tile[2][256];

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 2147483647 &&
        size_t(gridDim.x) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        size_t(m) <= 2147483647 &&
        1LL * n + 1LL * blockDim.x <= 2147483648LL &&
        1LL * m + 1LL * blockDim.x * gridDim.x <= 2147483648LL &&
        kp_clear(points, 0, 4LL * n,
                hits, 4LL * blockIdx.x * blockDim.x, 4LL * m) &&
        kp_clear(points, 0, 4LL * n,
                last, 4LL * blockIdx.x * blockDim.x, 4LL * m);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int end = min(n, k + 256) - k;

            for (int j = threadIdx.x; j < end; j += blockDim.x)
                __pipeline_memcpy_async(&tile[j], &points[k + j], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int end = min(n, k + 256) - k;
            for (int q = threadIdx.x + blockIdx.x * blockDim.x; q < m; q += blockDim.x * gridDim.x)
                for (int j = 0; j < end; j++)
                    if (tile[j] < queries[q])
                        atomicMax(last + q, atomicAdd(&hits[q], 1));
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 256; k < n; k += 256) {
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
        for (int k = 0; k < n; k += 256) {
            const int end = min(n, k + 256) - k;

            for (int j = threadIdx.x; j < end; j += blockDim.x)
                tile[j] = points[k + j];
            __syncthreads();
            for (int q = threadIdx.x + blockIdx.x * blockDim.x; q < m; q += blockDim.x * gridDim.x)
                for (int j = 0; j < end; j++)
                    if (tile[j] < queries[q])
                        atomicMax(last + q, atomicAdd(&hits[q], 1));
            __syncthreads();
        }
    }
}

void run(const float *points, int n, const float *queries, int m, int *hits, int *last)
{
    count<<<8, 256>>>(points, n, queries, m, hits, last);
}
