// Two barriers, the first one at the head: rotated, but race-free.
#include <cuda_pipeline_primitives.h>

__global__ void pair_potential(const float4 *__restrict__ body, float *__restrict__ pot, int n)
{
    __shared__ __align__(128) float4 kp_tile[2][128];
    const int t = threadIdx.x;
    const float4 me = body[blockIdx.x * 128 + t];
    float e = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int j0, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &body[j0 + t], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j) {
            const float dx = tile[j].x - me.x;
            const float dy = tile[j].y - me.y;
            const float dz = tile[j].z - me.z;
            e += tile[j].w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
        }
    };
    {
        int j0 = 0;
        if (j0 < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_load(j0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (j0 += 128; j0 < n; j0 += 128) {
                kp_load(j0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    pot[blockIdx.x * 128 + t] = e;
}
