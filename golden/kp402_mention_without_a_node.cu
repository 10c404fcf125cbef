// kpipe: --variant cp-async
// The tile has another name in front of the loop and behind it, and nothing in the tree says that it is
// named there.
template <int N>
struct number {
    static constexpr int value = N;
};
#define FIRST s[0]

__global__ void in_an_attribute(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    alignas(sizeof(s) / 32) float q = 1.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += q;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_typedef(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    typedef decltype(s[0] + 0.0f) element;
    element q = 1.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += q;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_an_argument(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const int q = number<sizeof(s)>::value;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += q;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_builtin(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *a = __builtin_bit_cast(const float *, (float *)s);

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        sum = sum * 0.5f + a[t ^ 5];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    alignas(sizeof(FIRST) * 2) float q = 1.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        sum += q;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void behind(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    typedef decltype(s[0] * 1.0f) element;
    sum = static_cast<element>(sum);
    y[blockIdx.x * 128 + t] = sum;
}
