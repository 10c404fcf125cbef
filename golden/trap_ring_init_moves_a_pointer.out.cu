// kpipe: --shape ring
// What the init does is done once: the pointer stands at the first tile.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    x += 128;
    auto kp_load = [&, i = i](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (i < n) {
            __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float));
            i += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (; i < n; i += 128) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
    }
    out[blockIdx.x * 128 + t] = sum;
}
