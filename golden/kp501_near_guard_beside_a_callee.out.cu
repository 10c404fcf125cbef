// kpipe: --stages 2
// The number of buffers is a constant of the tile's size, which no launch shows. It counts the 24 KB of the function that
// the kernel calls.
#include <type_traits>

__device__ float turned(float v)
{
    __shared__ float w[6000];

    w[threadIdx.x] = v;
    __syncthreads();
    return w[127 - threadIdx.x];
}

template <class T> __global__ void sums(const T *__restrict__ x, T *y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[4096])) <= 24896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[4096]; } kp_tile[kp_stages];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[32];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 32; i += 128, ++kp_i)
            if (i < 4096)
                kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 4096; ++j)
            sum += tile[j ^ t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 32; i += 128, ++kp_i)
            if (i < 4096)
                tile[i] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 4096; k < n; k += 4096) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = turned(sum);
}
