// What it finds by __ldcg() ends no loop: nothing waits for another block.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64) in_order(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < 4; i++)
        sum += __ldcg(&done[i]);
    __syncthreads();
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &A[k * 64 + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += tile[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n; k++) {
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
        for (int k = 0; k < n; k++) {
            tile[t] = A[k * 64 + t];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j];
            __syncthreads();
        }
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}
