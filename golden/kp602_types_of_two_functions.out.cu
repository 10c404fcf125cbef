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
    __shared__ __align__(128) real kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    real kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += to_float(xs[j]) * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
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
