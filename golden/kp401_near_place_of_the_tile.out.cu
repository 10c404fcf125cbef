// kpipe: --stages 2
// How the array is aligned stays as it is.
// kpipe 0.1.0: pipelined as kp_pipelined::scale (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) scale(const float *__restrict__ a, float *out, int n)
{
    extern __shared__ float smem[];
    const unsigned where = reinterpret_cast<size_t>(smem) % 16;
    float sum = where;

    for (int k0 = 0; k0 < n; k0 += 128) {
        smem[threadIdx.x] = a[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += smem[j] * j;
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(128) scale(const float *__restrict__ a, float *out, int n)
{
    extern __shared__ float smem[];
    const unsigned where = reinterpret_cast<size_t>(smem) % 16;
    float sum = where;

    // kpipe: smem in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(smem) % 16 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_smem = smem;
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&smem[kp_x], &a[k0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
            for (int j = 0; j < 128; j++)
                sum += smem[j] * j;
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 128; k0 < n; k0 += 128) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int k0 = 0; k0 < n; k0 += 128) {
            smem[threadIdx.x] = a[k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                sum += smem[j] * j;
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *a, float *out, int n)
{
    kp_pipelined::scale<<<64, 128, 2 * (128 * sizeof(float))>>>(a, out, n);
}
