// kpipe: --shape ring
// The loop's own k is made when the first tiles are loaded: the offset must not have moved by then.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n, int start)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = start, start = start](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&tile[t], &x[start + t], sizeof(float));
            start += 16;
            k += 16;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = start; k < n; k += 16) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        start += 16;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
    }
    out[blockIdx.x * 128 + t] = sum + start;
}
