// Names that the rewrite would like to use are taken, and the tile's name is used by a struct too.
#include <cuda_pipeline_primitives.h>

struct view {
    float xs;
    int kp_stage;
};

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float kp_stage = 0.0f;
    int kp_load = 0;
    view v = {0.0f, 1};

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load2 = [&](int k, int kp_stage2) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage2];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage2) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage2];
        for (int j = 0; j < 128; ++j)
            kp_stage += A[(k + j) * n + row] * xs[j];
        v.xs += kp_stage;
        kp_load += v.kp_stage;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage2 = 0;
            kp_load2(k, kp_stage2);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_load2(k, kp_stage2 ^ 1);
                kp_compute(kp_k, kp_stage2);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage2 ^= 1;
            }
            kp_compute(kp_k, kp_stage2);
            __syncthreads();
        }
    }
    y[row] = kp_stage + kp_load + v.xs;
}
