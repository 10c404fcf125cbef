// The macro's braces give names to two numbers and choose one: each is the number itself.
#include <cuda_pipeline_primitives.h>

#define SMALLER(x, y) \
    ({ __typeof__(x) _a = (x); __typeof__(y) _b = (y); _a < _b ? _a : _b; })

__global__ void rows(const float *A, float *out)
{
    __shared__ __align__(128) float kp_tile[2][32][32];
    const int t = threadIdx.x, r = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int c = t; c <= SMALLER(31, -k + 999); c += 16)
            __pipeline_memcpy_async(&tile[r][c], &A[r * 1000 + k + c], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int c = 0; c <= SMALLER(999 - k, 31); c++)
            sum += tile[r][c] * SMALLER(SMALLER(c, r), 7);
    };
    {
        int k = 0;
        if (k < 1000) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 32; k < 1000; k += 32) {
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
    out[r * 16 + t] = sum;
}
