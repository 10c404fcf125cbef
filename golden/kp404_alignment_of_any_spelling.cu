// kpipe: --variant cp-async
// Half of the stages would lie at addresses that the tile could not have, however that is said.
constexpr int LINE = 1024;
#define ALIGNED __align__(1024)
typedef float page[128] __attribute__((aligned(512 * 2)));

__global__ void attribute(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __attribute__((aligned(1024))) float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void constant(const float *__restrict__ x, float *__restrict__ y, int n)
{
    alignas(LINE) __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    ALIGNED __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void shifted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ alignas(1 << 10) float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_type(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ page s;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
