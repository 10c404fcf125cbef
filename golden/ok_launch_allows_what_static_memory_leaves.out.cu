// 28 KB of dynamic memory are too much beside 24 KB of static memory, unless the launch says so first.
#include <cuda_pipeline_primitives.h>

static __global__ __launch_bounds__(1024) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    __shared__ float last[6144];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 1024 && reinterpret_cast<size_t>(tile) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            {
                const int i = t * 4;
                if (i < 3584 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            for (int i = 0; i < 32; i++)
                sum += tile[t + 64 * i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 3584; k < n; k += 3584) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < n; k += 3584) {
            for (int i = t; i < 3584; i += 1024)
                tile[i] = x[k + i];
            __syncthreads();
            for (int i = 0; i < 32; i++)
                sum += tile[t + 64 * i];
            __syncthreads();
        }
    }
    for (int i = 0; i < 6; i++)
        last[i * 1024 + t] = sum * i;
    __syncthreads();
    for (int i = 0; i < 6; i++)
        sum -= last[i * 1024 + 1023 - t];
    y[blockIdx.x * 1024 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 14336);
    sums<<<8, 1024, 2 * 14336>>>(x, y, n);
}
