// An eighth of the math leaves loads to hide.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    forces(const float4 *__restrict__ bodies, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float4 kp_tile[2][256];
    const float4 me = bodies[blockIdx.x * 256 + threadIdx.x];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[threadIdx.x], &bodies[k + threadIdx.x], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j += 32) {
            const float x = tile[j].x - me.x, y = tile[j].y - me.y, z = tile[j].z - me.z;
            sum += tile[j].w * rsqrtf(x * x + y * y + z * z + 1e-9f);
        }
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
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
