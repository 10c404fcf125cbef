// kpipe: --layout auto
// The lanes of a warp read every eighth element of one row: no length of the rows parts them, nor does a permutation by row.
#include <cuda_pipeline_primitives.h>

#define T 256
__global__ __launch_bounds__(T) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][4][T];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 256, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 4; i += 4) {
                    __pipeline_memcpy_async(&xs[i][t], &x[(k + i) * T + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int i = 0; i < 4; ++i)
                sum += xs[i][t * 8 % T + t / 32] * t;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 4; k < n; k += 4) {
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
        for (int k = 0; k < n; k += 4) {
            for (int i = 0; i < 4; ++i)
                xs[i][t] = x[(k + i) * T + t];
            __syncthreads();
            for (int i = 0; i < 4; ++i)
                sum += xs[i][t * 8 % T + t / 32] * t;
            __syncthreads();
        }
    }
    y[blockIdx.x * T + t] = sum;
}
