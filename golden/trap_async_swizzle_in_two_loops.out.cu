// As ok_async_swizzle_in_two_loops, but the trips of the outer loop overlap: some rows are written twice.
// Staging registers.
#include <cuda_runtime.h>

__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * 64 + (chunk ^ (row >> 1 & 3)) * 16;
}

template <int ROWS>
__global__ void __launch_bounds__(128) sums(const signed char *__restrict__ a, int *out, int K)
{
    __shared__ struct alignas(128) { __align__(16) signed char As[ROWS * 64]; } kp_As[2];
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int4 kp_r0[((ROWS / 2) >= 0 ? (ROWS / 2) / (ROWS / 4) + 1 : 1) * (((ROWS * 2) + 128 - 1) / 128)];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int half = 0, kp_i = 0; half <= ROWS / 2; half += ROWS / 4, ++kp_i)
            #pragma unroll
            for (int i = threadIdx.x, kp_i2 = 0; kp_i2 < ((ROWS * 2) + 128 - 1) / 128; i += 128, ++kp_i2) {
                if (i >= ROWS * 2)
                    continue;
                const int row = half + i / 4, chunk = i % 4;
                kp_r0[kp_i * (((ROWS * 2) + 128 - 1) / 128) + kp_i2] = *reinterpret_cast<const int4 *>(&a[(size_t)row * K + k + chunk * 16]);
            }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int row = 0; row < ROWS; ++row)
            sum = sum * 3 + As[swizzle(row, threadIdx.x / 16 % 4) + threadIdx.x % 16];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        #pragma unroll
        for (int half = 0, kp_i = 0; half <= ROWS / 2; half += ROWS / 4, ++kp_i)
            #pragma unroll
            for (int i = threadIdx.x, kp_i2 = 0; kp_i2 < ((ROWS * 2) + 128 - 1) / 128; i += 128, ++kp_i2) {
                if (i >= ROWS * 2)
                    continue;
                const int row = half + i / 4, chunk = i % 4;
                *reinterpret_cast<int4 *>(&As[swizzle(row, chunk)]) =
                    kp_r0[kp_i * (((ROWS * 2) + 128 - 1) / 128) + kp_i2];
            }
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
    sums<128><<<1, 128>>>(a, out, K);
    sums<64><<<1, 128>>>(a, out, K);
}
