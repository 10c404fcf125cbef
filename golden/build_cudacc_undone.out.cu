// Every build for CUDA has __CUDACC__, but this header takes it away from the host's pass.
#include "builds/cudacc_undone.h"

__global__ void row_sums(const rows a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    float sum = 0.0f;

    #if !defined(__CUDACC__)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}
