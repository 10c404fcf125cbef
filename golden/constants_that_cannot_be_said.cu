// None of these can be said in front of the loop, or is one value.
#include <climits>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ON_DEVICE 2
#else
#define ON_DEVICE 1
#endif
#define MADE_OF_IT (ON_DEVICE * 2)
#define EPSILON 1e-6f
#define LATER 3
constexpr int SHADOWED = 4;

class closed {
    static constexpr int SECRET = 2;

public:
    static __device__ float scaled(float v)
    {
        return v * SECRET;
    }
};

template <int WIDTH>
__global__ void parameters(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int TWICE = 2 * WIDTH;
    __shared__ float s[TWICE];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += TWICE) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < WIDTH; ++j)
            sum += s[j];
        __syncthreads();
    }
    y[blockIdx.x * TWICE + t] = sum;
}

__global__ void places(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x, least = n / 2;
    float sum = EPSILON;
#undef LATER
#define LATER 5
    if (t < SHADOWED) {
        constexpr int INNER = 2;
        sum += INNER + LATER;
    }
    const float SHADOWED = n < INT_MAX ? 1.0f : 2.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        constexpr int BODY = 3;
        for (int j = 0; j < 128; ++j)
            sum += closed::scaled(s[j]) * (j + SHADOWED + BODY + MADE_OF_IT * 0) + least;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
