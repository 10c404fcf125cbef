// kpipe: --stages 2
// In a template, a closure hides the functions that have its name, and methods are none of them.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T> struct reader {
    const T *from;

    __device__ T load(int i) const
    {
        return from[i] + T(1);
    }
};

template <typename T>
__device__ void load(T k)
{
    asm volatile("trap;");
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(16) T kp_s[2][8][33 + 3];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 8 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            { // load(), inlined
                int k = k0;
                {
                    const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                        const int row = kp_y;
                        const int column = kp_x;
                        __pipeline_memcpy_async(&s[row][column], &A[row * n + k + column],
                                                sizeof(uint4));
                    }
                } 
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += float(s[row][j]);
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < n; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            { // load(), inlined
                int k = k0;
                s[row][column] = A[row * n + k + column]; 
            }
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += float(s[row][j]);
            __syncthreads();
        }
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, float *out, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, out, n);
}
