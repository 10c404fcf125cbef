// As ok_async_rows_of_a_function, but threads of the even rows write one element twice. Staging registers.
#include <cuda_runtime.h>

__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * 64 + (chunk ^ (row >> 1 & 3)) * 16;
}

static __device__ __noinline__ void sums(const signed char *__restrict__ a, int *out, int K)
{
    __shared__ __align__(16) signed char As[64 * 64];
    const int row = threadIdx.x / 4, chunk = threadIdx.x % 4;
    int sum = 0;

    for (int k = 0; k < K; k += 64) {
        const signed char *from = a + (size_t)row * K + k + chunk * 16;
        *(int4 *)&As[swizzle(row, chunk)] = *(const int4 *)from;
        *(int4 *)&As[swizzle(row + row % 2 * 32, chunk)] = *(const int4 *)(from + (size_t)32 * K);
        __syncthreads();
        for (int r = 0; r < 64; ++r)
            sum = sum * 3 + As[swizzle(r, threadIdx.x / 16 % 4) + threadIdx.x % 16];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) all(const signed char *__restrict__ a, int *out, int K)
{
    sums(a, out, K);
}

void run(const signed char *a, int *out, int K)
{
    all<<<1, 128>>>(a, out, K);
}
