// What the helper returns is the element's value: its type is the template's, and so no array.
#include <type_traits>

__device__ static inline float conj(const float &x)
{
    return x;
}

template <typename T, const int CONJUGATE> __device__ static inline T turned(T &x)
{
    if (CONJUGATE == 1)
        return conj(x);
    else
        return x;
}

template <class T, const int CONJUGATE>
static __device__ void part(const T *__restrict__ x, const T *__restrict__ last, T *__restrict__ y, int n)
{
    __shared__ T tile[4][64];
    T sum = 0;

    static_assert(((::std::is_same<T, float>::value && CONJUGATE == 0) || (::std::is_same<T, float>::value && CONJUGATE == 1)),
                  "kpipe: T or CONJUGATE has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
#pragma unroll
        for (int j = 0; j < 4; ++j)
            kp_r0[j] = x[k + j * 64 + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 64; ++j)
                sum += tile[i][j] * tile[3 - i][63 - j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
#pragma unroll
        for (int j = 0; j < 4; ++j)
            tile[j][threadIdx.x] = kp_r0[j];
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    for (int j = 0; j < 4; ++j)
        tile[j][threadIdx.x] = last[j * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 2; ++j)
        tile[j][threadIdx.x] = turned<T, CONJUGATE>(tile[j + 2][63 - threadIdx.x]);
    __syncthreads();
    y[threadIdx.x] = sum + tile[0][threadIdx.x ^ 1] + tile[1][threadIdx.x ^ 2];
}

template <class T, const int CONJUGATE> __global__ void sums(const T *x, const T *last, T *y, int n)
{
    part<T, CONJUGATE>(x, last, y, n);
}

void run(const float *x, const float *last, float *y, int n)
{
    sums<float, 0><<<1, 64>>>(x, last, y, n);
    sums<float, 1><<<1, 64>>>(x, last, y, n);
}
