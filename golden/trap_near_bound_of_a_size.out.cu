// A keyword names one type.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(sizeof(float) * 32) sums(const float *a, float *b, int n)
{
    __shared__ __align__(16) float kp_tile[2][512];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 32 * 4;
            #pragma unroll
                for (int r = static_cast<int>(kp_v / 32); r < 2; r += 4) {
                    __pipeline_memcpy_async(&tile[kp_x < 128 ? kp_x + r * 128 : kp_x + 128],
                                            &a[k + r * 128 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 256; i++)
                sum += tile[i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 256) {
            for (int r = 0; r < 2; r++)
                tile[threadIdx.x < 128 ? threadIdx.x + r * 128 : threadIdx.x + 128] = a[k + r * 128 + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 256; i++)
                sum += tile[i];
            __syncthreads();
        }
    }
    b[threadIdx.x] = sum;
}
