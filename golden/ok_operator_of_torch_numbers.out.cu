// kpipe: -- -isystem places
// Where no operator is in sight the language's own stands in the text; for PyTorch's numbers it is a library's function, which
// computes as it does.
#include <c10/util/BFloat16.h>
#include <cuda_pipeline_primitives.h>
#include <type_traits>
template <typename T>
__global__ void k(const T *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int n)
{
    __shared__ __align__(16) T kp_s[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<T, c10::BFloat16>::value,
                  "kpipe: T has changed: run kpipe again");
    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, c10::BFloat16>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 8;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            const T v = w[i];
            for (int j = 0; j < 128; ++j)
                acc += float(s[j] - v);
            y[blockIdx.x * n + i + t] = T(acc);
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < n; i += 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += 128) {
            s[t] = x[i + t];
            __syncthreads();
            const T v = w[i];
            for (int j = 0; j < 128; ++j)
                acc += float(s[j] - v);
            y[blockIdx.x * n + i + t] = T(acc);
            __syncthreads();
        }
    }
}
void go(const c10::BFloat16 *x, const c10::BFloat16 *w, c10::BFloat16 *y, int n) { k<<<8, 128>>>(x, w, y, n); }
