// The block comes from the project file: the plan counts threads, and the defaults are its own.
#include <cuda_pipeline_primitives.h>

__global__ void running(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[3][64];

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(in) % 16 == 0;
    // assumed because of ok_project_block.kpipe.ini:6: a block of 'running' has 64 threads at most
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, i0 = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            if (i0 < n) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 16 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &in[i0 + kp_x], sizeof(float4));
                    }
                }
                i0 += 64;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int i0 = 0; i0 < n; i0 += 64) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &tile = kp_tile[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            out[i0 + threadIdx.x] = tile[63 - threadIdx.x];
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i0 = 0; i0 < n; i0 += 64) {
            tile[threadIdx.x] = in[i0 + threadIdx.x];
            __syncthreads();
            out[i0 + threadIdx.x] = tile[63 - threadIdx.x];
            __syncthreads();
        }
    }
}
