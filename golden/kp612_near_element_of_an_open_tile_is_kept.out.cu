// What the tile's element is assigned to has no address of the tile, as the element is no array.
#include <type_traits>

template <typename T>
__global__ void nearest(const T *__restrict__ points, int n, const T *__restrict__ queries, int m,
                        T *__restrict__ distance)
{
    __shared__ struct alignas(128) { T tile[512]; } kp_tile[2];

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        const int end = min(n, k + 512) - k;

        #pragma unroll
        for (int j = threadIdx.x, kp_i = 0; kp_i < 4 && j < end; j += blockDim.x, ++kp_i)
            kp_r0[kp_i] = points[k + j];
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
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int end = min(n, k + 512) - k;

        {
            int j = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < end; j += blockDim.x, ++kp_i)
                tile[j] = kp_r0[kp_i];
            for (; j < end; j += blockDim.x)
                tile[j] = points[k + j];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
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
