// Closures that name what a declaration between them and the loop hides: they stay where they are.
constexpr int W = 3;
__constant__ float scale = 3.0f;
#define GET(i) tile[(i) ^ off]
#define READ(i) at(i)

namespace a {
__device__ float f(float x) { return x * 3.0f; }
}
namespace b {
__device__ float f(float x) { return x + 5.0f; }
}
using a::f;

template <int N> __device__ float times(float x) { return x * N; }
__device__ float at(int i) { return i * 7.0f; }

__global__ void local_variable(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return tile[j] * scale; };
    float scale = 2.0f + threadIdx.x;
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += at(j) + scale;
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void made_by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    int off = 1;
    auto at = [&](int j) { return GET(j) * (j + 1); };
    {
        int off = 2;
        for (int k = 0; k < n; k++) {
            tile[threadIdx.x] = x[k * 64 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += at(j) + off;
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum + off;
}

__global__ void using_declaration(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return f(tile[j]); };
    using b::f;
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += at(j) + f(j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void template_argument(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return times<W>(tile[j]); };
    enum { W = 5 };
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += at(j) + W;
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The closure is named in front of the loop, too, by a macro.
__global__ void named_by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = READ(2);
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    auto at = [&](int j) { return tile[j] * (j + 1); };
    sum += READ(3);
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += at(j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
