// No launch in sight: with more than eight rows of threads, each element is stored more than once.
#include <cuda_pipeline_primitives.h>

__global__ void column_sums(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][32 * 32];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = threadIdx.y; j < 32; j += 8)
            __pipeline_memcpy_async(&tile[j * 32 + t], &x[blockIdx.x * n + k + j * 32 + t],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (threadIdx.y == 0)
            for (int j = 0; j < 32; ++j)
                sum += tile[j * 32 + t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (threadIdx.y == 0)
        y[blockIdx.x * 32 + t] = sum;
}
