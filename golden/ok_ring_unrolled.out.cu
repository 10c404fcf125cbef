// kpipe: --shape ring --stages 3 --unroll
// The main loop is unrolled by three, so that each copy of the body knows its buffer.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_As[3][128];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, unrolled, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&As[threadIdx.x], &a[k + threadIdx.x], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    #pragma unroll 3
    for (int k = 0; k < n; k += 128) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
