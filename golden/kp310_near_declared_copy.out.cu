// A copy helper whose body lies elsewhere; the project file says what it does.
#include <cuda_pipeline_primitives.h>

__device__ void load16(void *to, const void *from);

__global__ void __launch_bounds__(64) sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;

    // assumed because of kp310_near_declared_copy.kpipe.ini:2: 'load16' is taken as copy(0,1,16)
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i0, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[threadIdx.x * 4], &in[i0 + threadIdx.x * 4], sizeof(uint4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        sum += tile[threadIdx.x] + tile[255 - threadIdx.x];
    };
    {
        int i0 = 0;
        if (i0 < n) {
            int kp_stage = 0;
            kp_load(i0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i0 += 256; i0 < n; i0 += 256) {
                kp_load(i0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

#ifndef __clang__ // kpipe does not see it
__device__ void load16(void *to, const void *from)
{
    *static_cast<float4 *>(to) = *static_cast<const float4 *>(from);
}
#endif
