// One counter, declared once as in C, is set anew by both phases.
#include <cuda_pipeline_primitives.h>

#define W 16

__global__ void sums(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][W][W], kp_as_bs[2][W][W];
    const int tx = threadIdx.x, ty = threadIdx.y; // 16 x 4
    float sum[4] = {};
    int i, k;

    static_assert(W == 16, "kpipe: W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        for (i = ty; i < W; i += 4) {
            __pipeline_memcpy_async(&as[i][tx], &a[i * n + k0 + tx], sizeof(float));
            __pipeline_memcpy_async(&bs[i][tx], &b[(k0 + i) * n + tx], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        for (k = 0; k < W; ++k)
            for (i = 0; i < 4; ++i)
                sum[i] += as[ty + 4 * i][k] * bs[k][tx];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += W; k0 < n; k0 += W) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (i = 0; i < 4; ++i)
        c[(ty + 4 * i) * n + tx] = sum[i];
}
