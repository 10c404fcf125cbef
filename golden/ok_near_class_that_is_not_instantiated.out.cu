// The class is not instantiated by name: its calls are all here.
#include <type_traits>

template <class T>
struct summing {
    static __device__ T sums(const T *x, int tiles)
    {
        constexpr int kp_stages = 2 * (sizeof(T[128])) <= 48896 ? 2 : 1;
        __shared__ struct alignas(128) { T tile[128]; } kp_tile[kp_stages];
        T sum = 0;

        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        T kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k * 128 + threadIdx.x];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int j = 0; j < 128; ++j)
                sum += tile[j];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            tile[threadIdx.x] = kp_r0;
        };
        {
            int k = 0;
            if (k < tiles) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (++k; k < tiles; ++k) {
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
        return sum;
    }
};

__global__ void all(const float *x, float *out, int tiles)
{
    out[threadIdx.x] = summing<float>::sums(x, tiles);
}

template <class T>
__global__ void clear(T *x)
{
    x[threadIdx.x] = 0;
}

template __global__ void clear<float>(float *x);
