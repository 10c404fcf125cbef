// kpipe: --variant cp-async
// The same where the load phase has a variable of its own.
#include <cuda_pipeline_primitives.h>

__global__ void flow(const float *__restrict__ x, const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    int t = threadIdx.x, part[2], first;
    float acc = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        first = at[k + t];
        __pipeline_memcpy_async(&tile[t], &x[k + first], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 4; ++j) {
            for (int q = 0; q < 2u; ++q)
                part[q] = j + q;
            acc += tile[j] * part[0];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
