// As ok_async_rows_swizzled, in a template whose type parameter has nothing to do with the tile: the bytes are the
// same for all of its instances, and no instance has to be asserted.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>
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
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        const signed char *from = a + (size_t)row * K + k + chunk * 16;
        __pipeline_memcpy_async(&As[swizzle(row, chunk)], from, sizeof(int4));
        __pipeline_memcpy_async(&As[swizzle(row + 32, chunk)], from + (size_t)32 * K, sizeof(int4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int r = 0; r < 64; ++r)
            sum = sum * 3 + As[swizzle(r, threadIdx.x / 16 % 4) + threadIdx.x % 16];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < K; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
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
