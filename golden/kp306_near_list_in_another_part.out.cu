// A list in one part of the buffer, filled in front of the loop, and the tile in another one: the load phase
// reads the list where it is.
// kpipe 0.1.0: pipelined as kp_pipelined::f (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void f(const float4 *__restrict__ pos, const int *__restrict__ list, float *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    float4 *tile = (float4 *)raw;
    int *idx = (int *)(tile + blockDim.x);
    const int t = threadIdx.x;
    float sum = 0;
    idx[t] = list[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int k = 0; k < n; k += blockDim.x) {
        tile[t] = pos[k + idx[t]];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += tile[j].x;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

namespace kp_pipelined
{
static __global__ void f(const float4 *__restrict__ pos, const int *__restrict__ list, float *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    float4 *tile = (float4 *)raw;
    int *idx = (int *)(tile + blockDim.x);
    const int t = threadIdx.x;
    float sum = 0;
    idx[t] = list[blockIdx.x * blockDim.x + t];
    __syncthreads();
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.x == 128 &&
        blockDim.y == 1 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            __pipeline_memcpy_async(&tile[t], &pos[k + idx[t]], sizeof(float4));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            for (int j = 0; j < blockDim.x; ++j)
                sum += tile[j].x;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += blockDim.x; k < n; k += blockDim.x) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < n; k += blockDim.x) {
            tile[t] = pos[k + idx[t]];
            __syncthreads();
            for (int j = 0; j < blockDim.x; ++j)
                sum += tile[j].x;
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
} // namespace kp_pipelined
void g(const float4 *pos, const int *list, float *out, int n) { kp_pipelined::f<<<8, 128, 2 * (128 * 20)>>>(pos, list, out, n); }
