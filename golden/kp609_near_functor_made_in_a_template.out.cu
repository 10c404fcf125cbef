// kpipe: --stages 2
// The object that is called is made where it is called, of a class that the parameter gives; it is
// zeros, and in the instance in sight its operator is a function of numbers.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T> struct greater {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T>
__global__ void largest(const T *__restrict__ x, T *out, int n)
{
    __shared__ __align__(16) T kp_part[2][256];
    const int t = threadIdx.x;
    T best = 0;

    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&part[t], &x[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int j = 0; j < 256; j++)
                best = greater<T>()(best, part[j] + part[(j + t) % 256]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &part = kp_part[0];
        for (int k = 0; k < n; k += 256) {
            part[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                best = greater<T>()(best, part[j] + part[(j + t) % 256]);
            __syncthreads();
        }
    }
    out[t] = best;
}

void launch(const float *x, float *out, int n)
{
    largest<float><<<1, 256>>>(x, out, n);
}
