// kpipe: --shape late-ring --stages 4
// Pointers bumped behind the last barrier, a barrier inside of compute, a variable that both phases need, and the
// last tile read behind the loop.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128)
    scans(const float4 *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float4 kp_tile[4][128];
    __shared__ float part[128];
    const float4 *src = in + threadIdx.x;
    float sum = 0;
    int k = 0, step = 0;

    // kpipe 0.1.0: pipelined, cp.async, 4 stages (revert this change to undo)
    auto kp_load = [&, k = k](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&tile[threadIdx.x], src, sizeof(float4));
            src += 128;
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    kp_load(2);
    int kp_stage = 0, kp_next = 3;
    while (k < n) {
        __pipeline_wait_prior(2);
        __syncthreads();
        auto &tile = kp_tile[kp_stage];
        part[threadIdx.x] = tile[(threadIdx.x + step) % 128].x;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += part[j] * tile[j].y;
        step += 3;
        k += 128;
        kp_load(kp_next);
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 4 ? kp_stage + 1 : 0;
    }
    __syncthreads();
    auto &tile = kp_tile[kp_next];
    out[threadIdx.x] = sum + (n > 0 ? tile[threadIdx.x ^ 1].z : 0);
}
