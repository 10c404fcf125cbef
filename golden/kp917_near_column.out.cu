// kpipe: --layout auto
// The lanes of a warp read a column: longer rows part them.
#include <cuda_pipeline_primitives.h>

#define T 32
__global__ __launch_bounds__(T) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    // kpipe 0.1.0: layout: rows of xs have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_xs[2][32][32 + 4];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 32, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 8 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 8); i < 32; i += 4) {
                    __pipeline_memcpy_async(&xs[i][t], &x[(k + i) * T + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int i = 0; i < 32; ++i)
                sum += xs[t][i] * t;
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
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 32) {
            for (int i = 0; i < 32; ++i)
                xs[i][t] = x[(k + i) * T + t];
            __syncthreads();
            for (int i = 0; i < 32; ++i)
                sum += xs[t][i] * t;
            __syncthreads();
        }
    }
    y[blockIdx.x * T + t] = sum;
}
