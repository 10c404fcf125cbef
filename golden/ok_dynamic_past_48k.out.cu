// kpipe: --variant cp-async
// Two stages of a 32 KB block need 64 KB: every launch asks the runtime for that first.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

static __global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 8; ++i)
            __pipeline_memcpy_async(&tile[t + i * 256], &A[k + t + i * 256], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int j = 0; j < 2048; ++j)
            sum += tile[j].x * (j ^ t);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 2048; k < n; k += 2048) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float4 *A, float *out, int n, int blocks)
{
    cudaFuncSetAttribute(scale_sum, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * (2048 * sizeof(float4)));
    scale_sum<<<blocks, 256, 2 * (2048 * sizeof(float4))>>>(A, out, n);
}
