// kpipe: --stages 2
// Addresses have names, and elements a size that only an instance has: rows are at least 16 bytes apart.
#include <cuda_fp16.h>
#include <type_traits>

#define COPY(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from))

template <int ROWS, typename T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[2 * ROWS][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        unsigned upper = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));
        unsigned lower = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row + 32][column]));
        const T *a = &x[k + row * 32 + column], *b = a + 32 * 32;

        COPY(upper, a);
        COPY(lower, b);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            if constexpr (std::is_same_v<T, __half>)
                sum += __half2float(xs[j][t % 32]) * j;
            else
                sum += xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const __half *x, const short *z, float *y, int n)
{
    gemv<32><<<4, 128>>>(x, y, n);
    gemv<32><<<4, 128>>>(z, y, n);
}
