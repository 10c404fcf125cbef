// Explicit instantiations whose arguments follow from the parameters; the file ends with a comment and no newline.
#include <type_traits>

namespace lib {
template <typename T>
__global__ void rows(const T *a, T *c, const T scale, int k)
{
    __shared__ struct alignas(128) { T tile[32][33]; } kp_tile[2];
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = a[(blockIdx.x * 32 + threadIdx.y) * k + k0 + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.y][threadIdx.x] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < k) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < k; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum * scale;
}

template __global__ void rows(const float *, float *, const float, int);
template __global__ void rows(const double *, double *, const double, int);
} // namespace lib