// Either branch gives a loop that may be pipelined, and the same output around it.
__global__ void dots(const int *__restrict__ A, const int *__restrict__ x, int *__restrict__ y,
                     int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 610
            sum = __dp4a(A[(k + j) * n + row], xs[j], sum);
#else
            for (int b = 0; b < 32; b += 8)
                sum += static_cast<signed char>(A[(k + j) * n + row] >> b) *
                       static_cast<signed char>(xs[j] >> b);
#endif
        }
        __syncthreads();
    }
#ifdef ADD_BIAS
    sum += A[row];
#endif
    y[row] = sum;
}
