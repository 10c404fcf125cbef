// kpipe: -D USE_ROCM
// Not a build that is taken for given: the other branch counts, too.
#ifdef USE_ROCM
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
