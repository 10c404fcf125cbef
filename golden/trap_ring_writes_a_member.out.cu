// kpipe: --shape ring
// The other member's value comes from before the loop, so the cursor begins with a copy.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n, int base)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    struct {
        int base, off;
    } at;

    at.base = base;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = 0, at = at](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            at.off = 2 * k;
            __pipeline_memcpy_async(&tile[t], &x[at.base + at.off + t], sizeof(float));
            k += 16;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = 0; k < n; k += 16) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        at.off = 2 * k;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += at.off;
    }
    out[blockIdx.x * 128 + t] = sum;
}
