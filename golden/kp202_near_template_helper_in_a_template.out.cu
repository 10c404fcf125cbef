// Which operator the helper calls depends on a type that only the kernel's instances have.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T> __device__ void mad(T &c, T a, T b) { c += a * b; }

template <class T>
__global__ void product(const float *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    T acc = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<T, double>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 128; ++j)
                mad(acc, T(s[j]), w[j]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
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
        for (int k = 0; k < n; k += 128) {
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                mad(acc, T(s[j]), w[j]);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

void launch(const float *x, const double *w, double *y, int n) { product<<<8, 128>>>(x, w, y, n); }
