// `wide` and `loud` have been analysed for the branches of one group each, `tiles` for those of either, but not for
// both together: with N and M of 192 the copies of 16 bytes would leave most of xs as it was.
#ifdef WIDE
typedef double real;
#define N 192
#else
typedef float real;
#define N 64
#endif
#ifdef LOUD
typedef int whole;
#define M 192
#else
typedef long long whole;
#define M 64
#endif

__global__ void tiles(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        for (int i = t; i < N * M / 64; i += 64)
            xs[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
        __syncthreads();
    }
    y[t] = sum;
}

__global__ void wide(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    real sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
        __syncthreads();
    }
    y[t] = sum;
}

__global__ void loud(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[64];
    const int t = threadIdx.x;
    whole sum = 0;

    for (int k = 0; k < n; k += 64) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
        __syncthreads();
    }
    y[t] = sum;
}
