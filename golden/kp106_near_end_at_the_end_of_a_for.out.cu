// The condition stands at the end of a for loop, in front of its step.

#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    {
    int k = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && k % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += xs[(j + t) % 256] * j;
        };
        {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            while (k + 256 < n && (k += 256, true)) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        do {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += xs[(j + t) % 256] * j;
            __syncthreads();
        } while (k + 256 < n && (k += 256, true));
    }
    }
    y[blockIdx.x * 256 + t] = sum;
}
