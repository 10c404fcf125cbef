// kpipe: --variant cp-async --stages 2 --shape split
// The tile's elements are signed, the source's are not: an asynchronous copy is the same conversion.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const unsigned *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) int kp_tile[2][128];
    const int t = threadIdx.x;
    float s = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], in + i + t, sizeof(int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            s += tile[j];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = s;
}
