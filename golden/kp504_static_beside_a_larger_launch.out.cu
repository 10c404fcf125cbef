// kpipe: --stages 4
// The first loop's launch asks for 72 KB: with four buffers of the second loop it needs more than a block can have.
#include <cuda_pipeline_primitives.h>

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    __shared__ float part[1792];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(tile) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 4 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 4 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            if (k < n) {
                {
            #pragma unroll
                    for (int kp_v = 0; kp_v < 18; ++kp_v) {
                        const int i = (t + kp_v * 64) * 4;
                        __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                    }
                }
                k += 4608;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        kp_load(2);
        int kp_stage = 0, kp_next = 3;
        for (int k = 0; k < n; k += 4608) {
            __pipeline_wait_prior(2);
            __syncthreads();
            kp_load(kp_next);
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 4 ? kp_stage + 1 : 0;
            for (int i = 0; i < 4608; i++)
                sum += tile[i] * (i + t);
        }
        __syncthreads();
    } else { // kpipe: as written
        for (int k = 0; k < n; k += 4608) {
            for (int i = t; i < 4608; i += 64)
                tile[i] = x[k + i];
            __syncthreads();
            for (int i = 0; i < 4608; i++)
                sum += tile[i] * (i + t);
            __syncthreads();
        }
    }
    for (int k = 0; k < n; k += 1792) {
        for (int i = t; i < 1792; i += 64)
            part[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 1792; i++)
            sum += part[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * 18432);
    sums<<<8, 64, 4 * 18432>>>(x, y, n);
}
