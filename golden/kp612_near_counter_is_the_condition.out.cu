// kpipe: --variant cp-async --stages 3 --shape ring
// The first value of the counter is a number, and that it is not zero says nothing of how often the loop runs.
#include <cuda_pipeline_primitives.h>

__global__ void halves(const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[3][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, i = 256](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (i) {
            __pipeline_memcpy_async(&tile[t], &x[i * 128 + t], sizeof(float));
            i >>= 1;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int i = 256; i; i >>= 1) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int k = 0; k < 128; k++)
            sum += tile[k] * tile[k ^ t];
    }
    out[t] = sum;
}
