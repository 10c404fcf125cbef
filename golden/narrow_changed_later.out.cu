// kpipe: --arch sm_90
// What the column is made of is another value when the copy runs.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    changed_later(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(128) float kp_s[2][64][32];
    int shift = n & 4;
    const int tid = threadIdx.x;
    const int row = tid / 32, column = (tid + shift) % 32;
    shift = 0;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int r = 0; r < 64; r += 8)
            __pipeline_memcpy_async(&s[row + r][column], &a[(row + r) * n + k0 + column],
                                    sizeof(float));
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
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
