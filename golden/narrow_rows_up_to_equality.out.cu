// kpipe: --arch sm_90
// The last trip is found by equality, which steps four times as long pass by.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(128) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int r = tid / 32; r != 64; r += 256 / 32) {
            const int c = tid % 32;
            if (blockIdx.x * 64 + r < rows)
                __pipeline_memcpy_async(&s[r][c], &a[(blockIdx.x * 64 + r) * n + k0 + c],
                                        sizeof(float));
            else
                s[r][c] = 0.0f;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + tid] = sum;
}
