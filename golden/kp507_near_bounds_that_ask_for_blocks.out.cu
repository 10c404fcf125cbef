// As kp507_bounds_that_ask_for_blocks.cu, but for the bounds: three blocks do not hide the loads.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    forces(const float4 *__restrict__ bodies, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float4 kp_tile[2][256];
    float4 me[6];
    float sum[24] = {};

    for (int i = 0; i < 6; ++i)
        me[i] = bodies[(blockIdx.x * 6 + i) * 256 + threadIdx.x];
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[threadIdx.x], &bodies[k + threadIdx.x], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 6; ++i) {
                const float x = tile[j].x - me[i].x, y = tile[j].y - me[i].y, z = tile[j].z - me[i].z;
                sum[i] += tile[j].w * x;
                sum[6 + i] += tile[j].w * y;
                sum[12 + i] += tile[j].w * z;
                sum[18 + i] += tile[j].w * (x * x + y * y + z * z);
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
    for (int i = 0; i < 24; ++i)
        out[(blockIdx.x * 24 + i) * 256 + threadIdx.x] = sum[i];
}
