// One loop fills the tile and adds to the sum of the iteration that computes: two loops.
#include <cuda_pipeline_primitives.h>

__global__ void norms(const float *__restrict__ x, const float *__restrict__ w,
                      float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const int j = t * 4;
                __pipeline_memcpy_async(&tile[j], &x[i + j], sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = t; j < 512; j += 128) {
                sum = sum * 0.5f + w[i + j];
            }
            for (int j = 0; j < 512; ++j)
                sum += tile[j] * (t - j);
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += 512; i < n; i += 512) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; i += 512) {
            for (int j = t; j < 512; j += 128) {
                tile[j] = x[i + j];
            }
            for (int j = t; j < 512; j += 128) {
                sum = sum * 0.5f + w[i + j];
            }
            __syncthreads();
            for (int j = 0; j < 512; ++j)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
