// kpipe: --variant cp-async --stages 3 --no-widen
// The variable has all values of what is read.
#include <cuda_pipeline_primitives.h>

__global__ void f(const int *__restrict__ x, int *__restrict__ out, int n)
{
    __shared__ __align__(128) int kp_tile[3][512];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, i = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (i < n) {
            for (int j = t; j < 512; j += 128) {
                __pipeline_memcpy_async(&tile[j], &x[i + j], sizeof(int));
            }
            i += 512;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int i = 0; i < n; i += 512) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &tile = kp_tile[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
    }
    out[blockIdx.x * 128 + t] = sum;
}
