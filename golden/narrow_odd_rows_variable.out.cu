// kpipe: --arch sm_90
// All of the array as its first row, whose number has a name.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][64][33];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int first = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int i = t; i < 64 * 32; i += 256)
            __pipeline_memcpy_async(&s[i / 32][i % 32],
                                    &A[(blockIdx.x * 64 + i / 32) * n + k + i % 32], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[first][t % 64 * 33 + j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
