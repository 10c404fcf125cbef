// kpipe: --shape ring --stages 3
// What the threads store in front of the loop may be what a tile other than the first is read from.
#include <cuda_pipeline_primitives.h>

__global__ void stored(const float *in, float *log, float *out, int n)
{
    __shared__ __align__(128) float kp_As[3][64];
    const int t = threadIdx.x;
    float sum = 0;

    log[blockIdx.x * 64 + t] = (float)t;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&As[t], &in[k + t], sizeof(float));
            k += 64;
        }
        __pipeline_commit();
    };
    __syncthreads();
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 64) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 64; ++j)
            sum += As[j];
    }
    out[blockIdx.x * 64 + t] = sum;
}
