// How large a row of the tile is only an instance tells; the indices keep their values all the same.
#include <type_traits>

template <typename T, int BS>
__global__ void transpose(const T *x, T *y, int n, size_t ld)
{
    __shared__ struct alignas(128) { T tile[BS][BS + 1]; } kp_tile[2];
    const int tx = threadIdx.x, ty = threadIdx.y;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        sizeof(T) <= 16 &&
        size_t(ld) <= 262144 &&
        size_t(BS) <= 2147483647 &&
        size_t(n) <= 262144 &&
        kp_clear(x, 0, (long long)ld * (long long)sizeof(T) * blockDim.y + (long long)sizeof(T) * n + (long long)sizeof(T) * blockDim.x - ((long long)ld * (long long)sizeof(T) + (long long)sizeof(T)),
                y, 0, (long long)ld * (long long)sizeof(T) * n + (long long)ld * (long long)sizeof(T) * blockDim.y + (long long)sizeof(T) * blockDim.x - ((long long)ld * (long long)sizeof(T) * 2LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        T kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[ty * ld + k + tx];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            y[(k + ty) * ld + tx] = tile[tx][ty];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            tile[ty][tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += BS; k < n; k += BS) {
                    kp_fetch(k);
                    kp_compute(kp_k, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0].tile;
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
