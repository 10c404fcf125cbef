// Both branches of the function that the loop calls are plain arithmetic.
__device__ inline int dot(int a, int b, int c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 610
    return __dp4a(a, b, c);
#else
    for (int s = 0; s < 32; s += 8)
        c += static_cast<signed char>(a >> s) * static_cast<signed char>(b >> s);
    return c;
#endif
}

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
        for (int j = 0; j < 128; ++j)
            sum = dot(A[(k + j) * n + row], xs[j], sum);
        __syncthreads();
    }
    y[row] = sum;
}
