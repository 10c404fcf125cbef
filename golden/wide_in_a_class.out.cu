// kpipe: --arch sm_90
// A class template's function: its instances say how large an element is, and all kernels that call
// it have blocks of 256 threads. Each thread copies an element of every row for itself.
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
        __shared__ __align__(16) T kp_s[2][ROWS][256];
        float sum = 0.0f;

        // kpipe: s in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
            reinterpret_cast<size_t>(a) % 16 == 0;
        if (kp_wide) // others copy what a thread had to itself
            __syncthreads();
        static_assert(::std::is_same<T, float>::value && ROWS == 8,
                      "kpipe: T or ROWS has changed: run kpipe again");
        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
                auto &s = kp_s[kp_stage];
                { // load(), inlined
                    {
                        const unsigned int kp_v = threadIdx.x;
                        const unsigned int kp_x = kp_v % 64 * 4;
                    #pragma unroll
                        for (int r = static_cast<int>(kp_v / 64); r < ROWS; r += 4) {
                            __pipeline_memcpy_async(&s[r][kp_x], &a[r * n + k0 + kp_x], sizeof(uint4));
                        }
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &s = kp_s[kp_stage];
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
                        kp_load(k0, kp_stage ^ 1);
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
            for (int k0 = 0; k0 < n; k0 += 256) {
                { // load(), inlined
                    for (int r = 0; r < ROWS; ++r)
                        s[r][threadIdx.x] = a[r * n + k0 + threadIdx.x];
                }
                __syncthreads();
                for (int j = 0; j < 256; ++j)
                    sum += s[threadIdx.x % ROWS][j];
                __syncthreads();
            }
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
