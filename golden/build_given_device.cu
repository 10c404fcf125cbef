// The host's pass takes the other branch; nothing here says how the kernel is launched.
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 530)
typedef float real;
#else
struct real {
    float v;
};
#endif

extern "C" __global__ void dots(const real *__restrict__ x, real *__restrict__ y, int n)
{
    __shared__ real tile[128];
    const int t = threadIdx.x;
    real sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
    y[t] = sum;
}
