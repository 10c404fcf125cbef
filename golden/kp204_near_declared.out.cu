// The project file says that nothing else reaches what out points to.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64) running(const float *in, float *out, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(in) % 16 == 0;
    // assumed because of kp204_near_declared.kpipe.ini:2: nothing else reaches what 'out' points to
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i0, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &in[i0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i0, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            out[i0 + threadIdx.x] = tile[63 - threadIdx.x];
        };
        {
            int i0 = 0;
            if (i0 < n) {
                int kp_stage = 0;
                kp_load(i0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i0 = i0;
                for (i0 += 64; i0 < n; i0 += 64) {
                    kp_load(i0, kp_stage ^ 1);
                    kp_compute(kp_i0, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i0 = i0;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i0, kp_stage);
            }
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
