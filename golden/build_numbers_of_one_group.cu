// Near build_numbers_of_two_groups: both numbers are in the one group that has been analysed, and none is asserted.
#ifdef WIDE
typedef double real;
#define N 192
#define M 64
#else
typedef float real;
#define N 64
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
    long long sum = 0;

    for (int k = 0; k < n; k += 64) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
        __syncthreads();
    }
    y[t] = sum;
}
