// One tile is copied asynchronously by the user, the other goes through registers.
#include <cuda_pipeline.h>
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][256];
    __shared__ __align__(128) float kp_h[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[4 * t], &x[i + 4 * t], 16);
        kp_r0 = x[i + t];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &h = kp_h[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += s[j] * h[j & 63];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &h = kp_h[kp_stage];
        h[t] = sqrtf(kp_r0);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 256; i < n; i += 256) {
                kp_fetch(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
