// As ok_async_swizzle_of_a_template, in two loops of which the inner one may have no trip: the addresses of
// both instances say that no byte is written twice.
#include <cuda_runtime.h>

__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * 64 + (chunk ^ (row >> 1 & 3)) * 16;
}

template <int ROWS>
__global__ void __launch_bounds__(128) sums(const signed char *__restrict__ a, int *out, int K)
{
    __shared__ __align__(16) signed char As[ROWS * 64];
    int sum = 0;

    for (int k = 0; k < K; k += 64) {
        for (int half = 0; half < ROWS; half += ROWS / 2)
            for (int i = threadIdx.x; i < ROWS * 2; i += 128) {
                const int row = half + i / 4, chunk = i % 4;
                *reinterpret_cast<int4 *>(&As[swizzle(row, chunk)]) =
                    *reinterpret_cast<const int4 *>(&a[(size_t)row * K + k + chunk * 16]);
            }
        __syncthreads();
        for (int row = 0; row < ROWS; ++row)
            sum = sum * 3 + As[swizzle(row, threadIdx.x / 16 % 4) + threadIdx.x % 16];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

void run(const signed char *a, int *out, int K)
{
    sums<128><<<1, 128>>>(a, out, K);
    sums<64><<<1, 128>>>(a, out, K);
}
