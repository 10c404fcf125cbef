// Macros with parameters that are types: another build may define them as others.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#ifndef VECTOR
#define VECTOR(n) float##n
#endif
#ifndef TYPE
#define TYPE() float
#endif

__global__ void gemv(const VECTOR(4) *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(VECTOR(4)[128])) <= 48896 ? 2 : 1;
    __shared__ __align__(128) VECTOR(4) kp_xs[kp_stages][128];
    const int t = threadIdx.x;
    TYPE() sum = 0;

    static_assert(::std::is_same<::std::remove_cv<VECTOR(4)>::type, ::float4>::value &&
                  ::std::is_same<TYPE(), float>::value,
                  "kpipe: VECTOR(4) or TYPE() has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j].x * (j & 7);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                if (kp_stages > 1)
                    kp_load(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(k, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
