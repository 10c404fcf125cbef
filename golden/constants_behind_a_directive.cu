// A type that the function names behind the loop only, by a directive that stands there, has no name in front of it.
#define USE_LIB using namespace lib;

namespace lib
{
struct pair {
    float a, b;
};
constexpr int STEP = 64;
} // namespace lib

__global__ void __launch_bounds__(64) behind(const float *__restrict__ x, const lib::pair *rest,
                                             float *__restrict__ y, int n)
{
    __shared__ float s[64];
    float sum = 0.0f;

    for (int i = 0; i < n; i += lib::STEP) {
        s[threadIdx.x] = x[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    using namespace lib;
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}

__global__ void __launch_bounds__(64) behind_by_a_macro(const float *__restrict__ x,
                                                        const lib::pair *rest,
                                                        float *__restrict__ y, int n)
{
    __shared__ float s[64];
    float sum = 0.0f;

    for (int i = 0; i < n; i += lib::STEP) {
        s[threadIdx.x] = x[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    USE_LIB
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}

// This one stands in front of it.
__global__ void __launch_bounds__(64) in_front(const float *__restrict__ x, const lib::pair *rest,
                                               float *__restrict__ y, int n)
{
    using namespace lib;
    __shared__ float s[64];
    float sum = 0.0f;

    for (int i = 0; i < n; i += STEP) {
        s[threadIdx.x] = x[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}
