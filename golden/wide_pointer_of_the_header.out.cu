#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *A, float *out, int n)
{
    __shared__ __align__(16) float kp_tile[2][8][128];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](const float *a, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                for (int i = threadIdx.x * 4; i < 1024; i += blockDim.x * 4) {
                    __pipeline_memcpy_async(&tile[i / 128][i % 128], &a[i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 8; i++)
                sum += tile[i][threadIdx.x];
        };
        {
            const float *a = A;
            if (a < A + n * 1024) {
                int kp_stage = 0;
                kp_load(a, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (a += 1024; a < A + n * 1024; a += 1024) {
                    kp_load(a, kp_stage ^ 1);
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
        for (const float *a = A; a < A + n * 1024; a += 1024) {
            for (int i = threadIdx.x; i < 1024; i += blockDim.x)
                tile[i / 128][i % 128] = a[i];
            __syncthreads();
            for (int i = 0; i < 8; i++)
                sum += tile[i][threadIdx.x];
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum;
}
