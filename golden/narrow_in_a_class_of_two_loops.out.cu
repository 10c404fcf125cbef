// kpipe: --arch sm_90
// Another function of the class has a loop, too, for which nothing would state the instances.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int ROWS> struct Sum {
    __device__ static void load(T (&s)[ROWS][256], const T *a, int k0, int n)
    {
        for (int r = 0; r < ROWS; ++r)
            s[r][threadIdx.x] = a[r * n + k0 + threadIdx.x];
    }

    __device__ static float run(const T *__restrict__ a, int n)
    {
        constexpr int kp_stages = 2 * (sizeof(T[ROWS][256])) <= 48896 ? 2 : 1;
        __shared__ struct alignas(128) { T s[ROWS][256]; } kp_s[kp_stages];
        float sum = 0.0f;

        static_assert(::std::is_same<T, float>::value && ROWS == 8,
                      "kpipe: T or ROWS has changed: run kpipe again");
        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            { // load(), inlined
                for (int r = 0; r < ROWS; ++r)
                    __pipeline_memcpy_async(&s[r][threadIdx.x], &a[r * n + k0 + threadIdx.x],
                                            sizeof(T));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            for (int j = 0; j < 256; ++j)
                sum += s[threadIdx.x % ROWS][j];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 256; k0 < n; k0 += 256) {
                    if (kp_stages > 1)
                        kp_load(k0, kp_stage ^ (kp_stages - 1));
                    kp_compute(kp_stage);
                    if (kp_stages == 1) {
                        __syncthreads();
                        kp_load(k0, kp_stage);
                    }
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= kp_stages - 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
        return sum;
    }

    __device__ static float most(const T *__restrict__ a, int n)
    {
        __shared__ T s[ROWS][256];
        float sum = 0.0f;

        for (int k0 = 0; k0 < n; k0 += 256) {
            load(s, a, k0, n);
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum = fmaxf(sum, s[threadIdx.x % ROWS][j]);
            __syncthreads();
        }
        return sum;
    }
};

template <typename T> __global__ void sums(const T *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = Sum<T, 8>::run(a + blockIdx.x * 8 * n, n);
}

void launch(const float *a, float *out, int blocks, int n)
{
    sums<<<blocks, 256>>>(a, out, n);
}
