// kpipe: --variant cp-async
// What these ask for every stage has, as stages begin at multiples of 128 bytes, or of the tile's size.
constexpr int LINE = 64;
#define ALIGNED __align__(128)

struct alignas(32) wide {
    float v[8];
};

__global__ void constant(const float *__restrict__ x, float *__restrict__ y, int n)
{
    alignas(LINE * 2) __shared__ float s[96];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 96) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 96 + t] = sum;
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

__global__ void by_a_type(const float *__restrict__ x, float *__restrict__ y, int n)
{
    alignas(wide) __shared__ float s[128];
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

__global__ void as_large(const float *__restrict__ x, float *__restrict__ y, int n)
{
    alignas(1 << 9) __shared__ float s[128];
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
