// Fill and first use share one macro.
#include <cuda_pipeline_primitives.h>

#define COPY_AND_NORM(dst, src, acc)                                                               \
    dst[threadIdx.x] = (src)[threadIdx.x];                                                         \
    acc += (src)[threadIdx.x] * (src)[threadIdx.x]

__global__ void norms(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f, norm = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[threadIdx.x], &(x + i)[threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
    norm += (x + i)[threadIdx.x] * (x + i)[threadIdx.x];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum * norm;
}
