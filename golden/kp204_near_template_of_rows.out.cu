// How large a row of the tile is only an instance tells; the indices keep their values all the same.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int BS>
__global__ void transpose(const T *x, T *y, int n, size_t ld)
{
    __shared__ __align__(16) T kp_tile[2][BS][BS + 4];
    const int tx = threadIdx.x, ty = threadIdx.y;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 8 && blockDim.y == 8 && ld % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<T, float>::value && BS == 8,
                  "kpipe: T or BS has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_wide &&
        sizeof(T) <= 16 &&
        size_t(BS) <= 2147483647 &&
        size_t(n) <= 262144 &&
        size_t(ld) <= 262144 &&
        kp_clear(x, 0, (long long)ld * 28LL + 4LL * n + 28LL,
                y, 0, (long long)ld * 4LL * n + (long long)ld * 4LL * blockDim.y + 4LL * blockDim.x + (long long)sizeof(T) - ((long long)ld * 8LL + 4LL));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 8 + threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 2 * 4, kp_y = kp_v / 2;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&tile[ty][tx], &x[ty * ld + k + tx], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            y[(k + ty) * ld + tx] = tile[tx][ty];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += BS; k < n; k += BS) {
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
        for (int k = 0; k < n; k += BS) {
            tile[ty][tx] = x[ty * ld + k + tx];
            __syncthreads();
            y[(k + ty) * ld + tx] = tile[tx][ty];
            __syncthreads();
        }
    }
}

void run(const float *x, float *y, int n)
{
    transpose<float, 8><<<1, dim3(8, 8)>>>(x, y, n, 64);
}
