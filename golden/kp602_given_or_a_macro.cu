// MODE may be any text: (1) ? 0 : 0 would turn the whole condition.
#if (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700) || MODE
#define SOURCE const float *__restrict__
#else
#define SOURCE const float *
#endif

__global__ void dots(SOURCE x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        float sum = 0;

        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        y[i + t] = sum;
        __syncthreads();
    }
}
