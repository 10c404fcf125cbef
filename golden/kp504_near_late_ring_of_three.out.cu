// kpipe: --shape late-ring
// Three stages are the default of a ring whose copies start behind compute.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[3][128];
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&tile[threadIdx.x], &in[k + threadIdx.x], sizeof(float));
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
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        kp_load(kp_next);
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
    }
    out[threadIdx.x] = sum;
}
