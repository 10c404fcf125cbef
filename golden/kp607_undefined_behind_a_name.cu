// The build passes -DDEPTH=..: what is made of it is not known either, whatever makes it.
#define BEHIND_A_MACRO (DEPTH * 2)
enum { BEHIND_AN_ENUMERATOR = DEPTH };
template <int N>
struct number {
    static constexpr int value = N;
};
using of_depth = number<DEPTH>;
__host__ __device__ constexpr int depth()
{
    return DEPTH;
}

__global__ void macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[BEHIND_A_MACRO];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += BEHIND_A_MACRO) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < BEHIND_A_MACRO; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * BEHIND_A_MACRO + t] = sum;
}

__global__ void enumerator(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[BEHIND_AN_ENUMERATOR];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += BEHIND_AN_ENUMERATOR) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < BEHIND_AN_ENUMERATOR; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * BEHIND_AN_ENUMERATOR + t] = sum;
}

__global__ void argument(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[of_depth::value];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += of_depth::value) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < of_depth::value; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * of_depth::value + t] = sum;
}

__global__ void function(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[depth()];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += depth()) {
        s[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < depth(); ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * depth() + t] = sum;
}
