// The type that does not parse is another function's.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#ifdef __clang__
#include "numbers.h"
#else
namespace my {
typedef float real;
}
#endif
typedef my::real real;
template <typename T>
__global__ void k(const float *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    const int t = threadIdx.x;
    T acc = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 128; ++j)
                acc += s[j];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 128; i < n; i += 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += 128) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += s[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
template <typename T>
void launch(const float *x, T *y, int n)
{
    k<<<8, 128>>>(x, y, n);
}
void go(const float *x, float *y, int n) { launch(x, y, n); }
real half_of(real x) { return x / 2; }
