// Constants of the program may change with it, and without an instance no trait has a value.
#include <type_traits>

namespace mine {
template <class T, class U> inline constexpr bool is_same_v = sizeof(T) == sizeof(U);
template <int N> constexpr int half_of = N / 2;
} // namespace mine

template <typename T>
__global__ void own(const T *x, float *y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        if constexpr (mine::is_same_v<T, float>)
            sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void number(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[(t + mine::half_of<128>) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <typename T>
__global__ void without_an_instance(const T *x, float *y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        if constexpr (std::is_same_v<T, float>)
            sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(float *x, float *y, int n)
{
    own<<<8, 128>>>(x, y, n);
    number<<<8, 128>>>(x, y, n);
}
