// 40 KB of static memory and 4 KB of dynamic memory: every launch has that.
#include <cuda_pipeline_primitives.h>

static __global__ __launch_bounds__(1024) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float last[];
    __shared__ __align__(16) float kp_tile[2][5120];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 1024 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (t + kp_v * 1024) * 4;
                    if (i < 5120) {
                        __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 64; i++)
                sum += tile[t + 64 * i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 5120; k < n; k += 5120) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 5120) {
            for (int i = t; i < 5120; i += 1024)
                tile[i] = x[k + i];
            __syncthreads();
            for (int i = 0; i < 64; i++)
                sum += tile[t + 64 * i];
            __syncthreads();
        }
    }
    last[t] = sum;
    __syncthreads();
    y[blockIdx.x * 1024 + t] = sum - last[1023 - t];
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 1024, 4096>>>(x, y, n);
}
