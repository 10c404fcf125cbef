// kpipe: --shape late-ring --variant cp-async
// The condition stands at the end of the body, behind the copies.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[3][64];
    float sum = 0;
    int k = 0;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = k, kp_more = true](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (kp_more) {
            __pipeline_memcpy_async(&tile[threadIdx.x], &in[k + threadIdx.x], sizeof(float));
            k += 64;
            kp_more = k < n;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    do {
        __pipeline_wait_prior(1);
        __syncthreads();
        auto &tile = kp_tile[kp_stage];
#pragma unroll 4
        for (int j = 0; j < 64; ++j)
            sum += tile[j];
        k += 64;
        kp_load(kp_next);
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
    } while (k < n);
    out[threadIdx.x] = sum;
}
