// As ok_async_rows_of_a_template, but threads of the even rows write one element twice. Staging registers.
#include <cuda_runtime.h>
#include <type_traits>

__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * 64 + (chunk ^ (row >> 1 & 3)) * 16;
}

template <typename T>
__global__ void __launch_bounds__(128) sums(const signed char *__restrict__ a, T *out, int K)
{
    __shared__ __align__(16) signed char kp_As[2][64 * 64];
    const int row = threadIdx.x / 4, chunk = threadIdx.x % 4;
    int sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const signed char *from = a + (size_t)row * K + k + chunk * 16;
        kp_r0 = *(const int4 *)from;
        kp_r1 = *(const int4 *)(from + (size_t)32 * K);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int r = 0; r < 64; ++r)
            sum = sum * 3 + As[swizzle(r, threadIdx.x / 16 % 4) + threadIdx.x % 16];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        *(int4 *)&As[swizzle(row, chunk)] = kp_r0;
        *(int4 *)&As[swizzle(row + row % 2 * 32, chunk)] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < K; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}

void run(const signed char *a, int *out, int K)
{
    sums<int><<<1, 128>>>(a, out, K);
}
