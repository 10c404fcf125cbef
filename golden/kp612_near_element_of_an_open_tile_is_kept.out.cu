// What the tile's element is assigned to has no address of the tile, as the element is no array.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ void nearest(const T *__restrict__ points, int n, const T *__restrict__ queries, int m,
                        T *__restrict__ distance)
{
    __shared__ struct alignas(128) { T tile[512]; } kp_tile[2];

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int end = min(n, k + 512) - k;

        for (int j = threadIdx.x; j < end; j += blockDim.x)
            __pipeline_memcpy_async(&tile[j], &points[k + j], sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int end = min(n, k + 512) - k;
        for (int q = threadIdx.x + blockIdx.x * blockDim.x; q < m; q += blockDim.x * gridDim.x) {
            T best = 0;

            for (int j = 0; j < end; j++) {
                T d = tile[j] - queries[q];

                best += d;
            }
            if (k == 0 || distance[q] > best)
                distance[q] = best;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 512; k < n; k += 512) {
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
}

void run(const float *points, int n, const float *queries, int m, float *distance)
{
    nearest<<<4, 512>>>(points, n, queries, m, distance);
}
