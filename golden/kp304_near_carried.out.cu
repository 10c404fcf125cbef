// Scalars of the load phase that compute needs are carried along.
#include <cuda_pipeline_primitives.h>

__global__ void scatter_back(const float *__restrict__ x, const int *__restrict__ list,
                             float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    int at = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        at = list[i + t];
        __pipeline_memcpy_async(&tile[t], &x[at], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        at = list[i + t];
        __syncthreads();
        out[at] = tile[127 - t];
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
        }
    }
}
