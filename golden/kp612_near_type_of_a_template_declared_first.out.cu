// Only the body names the type: an instance of another one is asserted away by the definition's name.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class ELEMENT>
__global__ void total(const void *__restrict__ in, void *out, int n);

template <class T>
__global__ void total(const void *__restrict__ in, void *out, int n)
{
    __shared__ __align__(16) T kp_tile[2][128];
    const int t = threadIdx.x;
    const T *from = static_cast<const T *>(in);
    T sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(from) % 16 == 0;
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
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &from[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 128; ++i)
                sum += tile[i] * i;
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
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 128) {
            tile[t] = from[k + t];
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += tile[i] * i;
            __syncthreads();
        }
    }
    static_cast<T *>(out)[t] = sum;
}

void run(const void *in, void *out, int n)
{
    total<float><<<1, 128>>>(in, out, n);
}
