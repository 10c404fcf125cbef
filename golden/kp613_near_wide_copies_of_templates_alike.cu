// kpipe: --stages 2
// Two templates with the same parameters are overloads, too.
#include <type_traits>

template <typename T, typename std::enable_if<sizeof(T) == 4, int>::type = 0>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    __shared__ T as[256];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256];
        __syncthreads();
    }
    C[t] = sum;
}

template <typename T, typename std::enable_if<sizeof(T) == 8, int>::type = 0>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    C[threadIdx.x] = A[n];
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
