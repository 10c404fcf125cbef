// The same where the branches make no difference to the loop.
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
#define TWICE(x) (x + x)
#else
#define TWICE(x) (2 * x)
#endif

__global__ void __launch_bounds__(128) dots(const float *__restrict__ x, float *__restrict__ y, int n)
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
    y[t] = TWICE(sum);
}
