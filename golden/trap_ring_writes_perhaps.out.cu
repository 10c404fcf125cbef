// kpipe: --shape ring
// A variable that is written behind && keeps its value where that is not reached.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 3, near = 5;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = 0, off = off, near = near](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k < n) {
            k % 32 && (off = k);
            k % 64 ? near = k : 0;
            __pipeline_memcpy_async(&tile[t], &x[off + near + t], sizeof(float));
            k += 16;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = 0; k < n; k += 16) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        k % 32 && (off = k);
        k % 64 ? near = k : 0;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += off + near;
    }
    out[blockIdx.x * 128 + t] = sum;
}
