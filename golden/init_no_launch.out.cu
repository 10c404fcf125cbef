// No launch in sight: grid and block are the user's to fill in.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) sums(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ __align__(16) int kp_tile[2][128];
    int sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(in) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i0, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &in[i0 + kp_x], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            sum += tile[127 - threadIdx.x];
        };
        {
            int i0 = 0;
            if (i0 < n) {
                int kp_stage = 0;
                kp_load(i0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i0 += 128; i0 < n; i0 += 128) {
                    kp_load(i0, kp_stage ^ 1);
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
        for (int i0 = 0; i0 < n; i0 += 128) {
            tile[threadIdx.x] = in[i0 + threadIdx.x];
            __syncthreads();
            sum += tile[127 - threadIdx.x];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
