// Wider copies in the first kernel make the text longer, and the second stands elsewhere in it. With
// OLD its tile may be written through y.
__global__ void __launch_bounds__(128) first(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
    y[t] = sum;
}

#ifdef OLD
#define SOURCE const float *
#else
#define SOURCE const float *__restrict__
#endif

__global__ void __launch_bounds__(128) dots(SOURCE x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        y[i + t] = sum;
        __syncthreads();
    }
    y[t] = sum;
}
