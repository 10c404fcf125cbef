// One function needs the name of the type, and the other one the type that the conversion has: both are not had.
#ifdef USE_FLOAT
using real = float;
#define to_float(u) (u)
#else
#include <cuda_bf16.h>
using real = __nv_bfloat16;
#define to_float(u) (__bfloat162float(u))
#endif
__global__ void raw(const real *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ real xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += to_float(xs[j]) * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
__global__ void converted(const real *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = to_float(x[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void launch(const real *x, float *out, int n)
{
    raw<<<8, 128>>>(x, out, n);
    converted<<<8, 128>>>(x, out, n);
}
