// kpipe: --stages 3
// The same in the ring shape, whose load phase has a copy of the index.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[3][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0, at = at](int kp_stage) mutable __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&xs[t], &x[at + t], sizeof(float));
            at = (k + 128) % n;
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 128) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &xs = kp_xs[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        at = (k + 128) % n;
        sum += xs[127 - t] * at;
    }
    y[blockIdx.x * 128 + t] = sum;
}
