// As many elements are read as were filled, the smaller one of two numbers.
#include <cuda_pipeline_primitives.h>

__global__ void rows(const float *A, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][4][64];
    const int t = threadIdx.x, r = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int c = t; c < min(64, -k + n); c += 32)
            __pipeline_memcpy_async(&tile[r][c], &A[r * n + k + c], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int c = 0; c < min(n - k, 64); c++)
            sum += tile[r][c] * c;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[r * 32 + t] = sum;
}
