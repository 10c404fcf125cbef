// A sum that only the load phase touches may run ahead with it.
#include <cuda_pipeline_primitives.h>

__global__ void norms(const float *__restrict__ x, const float *__restrict__ w,
                      float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f, norm = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = t; j < 512; j += 128) {
            __pipeline_memcpy_async(&tile[j], &x[i + j], sizeof(float));
            norm += w[i + j] * w[i + j];
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 512; i < n; i += 512) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum * norm;
}
