// kpipe: --shape ring --stages 3
// In the ring, the loads are in front of compute: the `continue` stays.
#include <cuda_pipeline_primitives.h>

__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ __align__(128) float kp_tile[3][128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&tile[t], &boxes[k + t], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    __syncthreads();
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 128) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        if (x >= width)
            continue;
        for (int j = 0; j < 128; ++j)
            best = fmaxf(best, tile[j] * (float)x);
    }
    y[x] = best;
}
