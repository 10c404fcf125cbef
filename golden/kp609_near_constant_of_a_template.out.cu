// A constant of a class template's instance, of a number that its argument is.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T>
struct limits {
    static constexpr T least = T(-64);
};

template <class T>
__device__ T largest(const T *tile, int most)
{
    T result = limits<T>::least;

    for (int i = 0; i < 128; i++)
        result = i < most && tile[i] > result ? tile[i] : result;
    return result;
}

template <class T>
__global__ void most(const T *__restrict__ a, T *__restrict__ out, int n)
{
    __shared__ __align__(16) T kp_tile[2][128];
    T all = limits<T>::least;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const T here = largest(tile, n - k);
            all = here > all ? here : all;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
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
        for (int k = 0; k < n; k += 128) {
            tile[threadIdx.x] = a[k + threadIdx.x];
            __syncthreads();
            const T here = largest(tile, n - k);
            all = here > all ? here : all;
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = all;
}

void run(const float *a, float *out, int n)
{
    most<<<16, 128>>>(a, out, n);
}
