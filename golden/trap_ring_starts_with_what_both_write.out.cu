// kpipe: --shape ring
// Both the load phase and compute make the offset anew, and the loop's own k is made of the one from before.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = off](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        int off;
        if (k < n) {
            off = k * 2 + 1;
            __pipeline_memcpy_async(&tile[t], &x[off + t], sizeof(float));
            k += 16;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = off; k < n; k += 16) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        off = k * 2 + 1;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += off;
    }
    out[blockIdx.x * 128 + t] = sum + off;
}
