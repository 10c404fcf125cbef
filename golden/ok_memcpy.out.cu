// memcpy() moves four floats at a time.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][512];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const int kp_c = 0;
                __pipeline_memcpy_async(&(&xs[4 * t])[kp_c], &(&x[k + 4 * t])[kp_c], sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 512; ++j)
                sum += A[(k + j) * n + row] * xs[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 512; k < n; k += 512) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 512) {
            for (int kp_c = 0; kp_c < 4; ++kp_c)
                (&xs[4 * t])[kp_c] = (&x[k + 4 * t])[kp_c];
            __syncthreads();
            for (int j = 0; j < 512; ++j)
                sum += A[(k + j) * n + row] * xs[j];
            __syncthreads();
        }
    }
    y[row] = sum;
}
