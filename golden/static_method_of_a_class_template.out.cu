// kpipe: --stages 2
// A kernel that calls a static method of a class template, with that class's arguments open: where the
// program has no other form of the class, it is the template's own method. By an alias, too.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int BK>
struct op {
    static __device__ void run(const T *__restrict__ a, float *out, int n)
    {
        constexpr int kp_stages = 2 * (sizeof(T[BK])) <= 48896 ? 2 : 1;
        __shared__ struct alignas(128) { __align__(16) T as[BK]; } kp_as[kp_stages];
        float s = 0.f;

        // kpipe: as in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 256 && BK % 4 == 0 &&
            reinterpret_cast<size_t>(a) % 16 == 0;
        if (kp_wide) // others copy what a thread had to itself
            __syncthreads();
        static_assert(((::std::is_same<T, float>::value && BK == 1024) || (::std::is_same<T, float>::value && BK == 512)),
                      "kpipe: T or BK has changed: run kpipe again");
        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage].as;
                {
                    for (int i = threadIdx.x * 4; i < BK; i += 256 * 4) {
                        __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(uint4));
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage].as;
                for (int j = 0; j < BK; j++)
                    s += float(as[j]) * float(j + threadIdx.x);
            };
            {
                int k = 0;
                if (k < n) {
                    int kp_stage = 0;
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    for (k += BK; k < n; k += BK) {
                        if (kp_stages > 1)
                            kp_load(k, kp_stage ^ (kp_stages - 1));
                        kp_compute(kp_stage);
                        if (kp_stages == 1) {
                            __syncthreads();
                            kp_load(k, kp_stage);
                        }
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_stage ^= kp_stages - 1;
                    }
                    kp_compute(kp_stage);
                    __syncthreads();
                }
            }
        } else { // kpipe: as written
            auto &as = kp_as[0].as;
            for (int k = 0; k < n; k += BK) {
                for (int i = threadIdx.x; i < BK; i += 256)
                    as[i] = a[k + i];
                __syncthreads();
                for (int j = 0; j < BK; j++)
                    s += float(as[j]) * float(j + threadIdx.x);
                __syncthreads();
            }
        }
        out[blockIdx.x * 256 + threadIdx.x] = s;
    }
};

template <typename T, int BK>
__global__ void __launch_bounds__(256) kern(const T *__restrict__ a, float *out, int n)
{
    op<T, (BK > 0 ? BK : 1)>::run(a, out, n);
}

template <typename T>
__global__ void __launch_bounds__(256) alias(const T *__restrict__ a, float *out, int n)
{
    using own = op<T, 512>;

    own::run(a, out, n);
}

void run(const float *a, float *out, int n)
{
    kern<float, 1024><<<64, 256>>>(a, out, n);
    alias<float><<<64, 256>>>(a, out, n);
}
