// The tile's type depends on the build: registers have it, by its name.
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
    __shared__ __align__(128) float kp_ss[2][128];
    __shared__ __align__(128) real kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    real kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = s[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ss = kp_ss[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += to_float(xs[j]) * ss[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ss = kp_ss[kp_stage];
        xs[t] = kp_r0;
        ss[t] = kp_r1;
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
void launch(const real *x, const float *s, float *out, int n) { f<<<8, 128>>>(x, s, out, n); }
