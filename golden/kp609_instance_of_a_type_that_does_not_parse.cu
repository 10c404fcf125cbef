// The header is not found: the instance is not the one for int that the parser sees.
#include "numbers.h"
typedef my::real real;
template <typename T>
__global__ void k(const float *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    T acc = 0;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
template <typename T>
void launch(const float *x, T *y, int n)
{
    k<<<8, 128>>>(x, y, n);
}
void go(const float *x, real *y, int n) { launch(x, y, n); }
