// The element's type depends on the build. What one branch could copy asynchronously goes through registers in
// all of them, with the type that the conversion has.
#ifdef USE_FLOAT
using real = float;
#define to_float(u) (u)
#else
#include <cuda_bf16.h>
using real = __nv_bfloat16;
#define to_float(u) (__bfloat162float(u))
#endif
__global__ void f(const real *__restrict__ x, const float *__restrict__ s,
                  float *__restrict__ out, int n)
{
    __shared__ float xs[128], ss[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = to_float(x[k + t]);
        ss[t] = s[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * ss[j] * (j + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void launch(const real *x, const float *s, float *out, int n) { f<<<8, 128>>>(x, s, out, n); }
