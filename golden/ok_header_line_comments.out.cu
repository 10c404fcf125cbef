// kpipe: --shape ring --stages 3 --variant cp-async
// Comments to the end of a line in the header: nothing that is written behind a part may be in them.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[3][128];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; // start
         k < n // more (
         ;
         k += 128 // step }
    ) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &xs = kp_xs[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 128; j++)
            acc += xs[j] * (j + t);
    }
    y[t] = acc;
}
