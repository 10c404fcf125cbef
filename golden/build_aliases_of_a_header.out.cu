// What aliases stand for and the members of a class may be other types of the same size in another build.
#include "builds/aliases.h"
#include <cuda_pipeline_primitives.h>
#include <type_traits>

__global__ void gemv(const sample *__restrict__ x, const mine::float4 *__restrict__ w,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    __shared__ __align__(128) mine::float4 kp_ws[2][128];
    const number t = threadIdx.x;
    float sum = 0;

    static_assert(sizeof(sample) == 8 && alignof(sample) == 4 &&
                  ::std::is_same<mine::float4, four>::value && ::std::is_same<number, int>::value &&
                  ::std::is_same<decltype(sample::a), float>::value &&
                  ::std::is_same<decltype(mine::float4::x), float>::value &&
                  ::std::is_same<NUMBER, float>::value,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    mine::float4 kp_r0;
    auto kp_fetch = [&](number k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t].a, sizeof(float));
        kp_r0 = w[k + t];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7) + ws[j].x;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        ws[t] = kp_r0;
    };
    {
        number k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
