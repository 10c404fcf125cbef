// The counter moves in front of the copy loop.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int next = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        next ^= 1;
        for (int j = 0; j < 2; j++)
            __pipeline_memcpy_async(&tile[j * 64 + t], &a[k + j * 64 + t + next], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += tile[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[t] = sum;
}

void launch(const float *a, float *out, int n)
{
    sums<<<1, 64>>>(a, out, n);
}
