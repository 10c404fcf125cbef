// As ok_async_swizzle_of_a_template, in two loops of which the inner one may have no trip: the addresses of
// both instances say that no byte is written twice.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * 64 + (chunk ^ (row >> 1 & 3)) * 16;
}

template <int ROWS>
__global__ void __launch_bounds__(128) sums(const signed char *__restrict__ a, int *out, int K)
{
    __shared__ struct alignas(128) { __align__(16) signed char As[ROWS * 64]; } kp_As[2];
    int sum = 0;

    static_assert(((ROWS == 128) || (ROWS == 64)), "kpipe: ROWS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int half = 0; half < ROWS; half += ROWS / 2)
            for (int i = threadIdx.x; i < ROWS * 2; i += 128) {
                const int row = half + i / 4, chunk = i % 4;
                __pipeline_memcpy_async(&As[swizzle(row, chunk)],
                                        &a[(size_t)row * K + k + chunk * 16], sizeof(int4));
            }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int row = 0; row < ROWS; ++row)
            sum = sum * 3 + As[swizzle(row, threadIdx.x / 16 % 4) + threadIdx.x % 16];
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
    sums<128><<<1, 128>>>(a, out, K);
    sums<64><<<1, 128>>>(a, out, K);
}
