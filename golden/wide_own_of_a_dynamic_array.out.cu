// kpipe: --stages 2
// Behind static arrays a dynamic one begins where its elements may: whether vectors may is tested.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) sums(const float *__restrict__ x, float *out, int n)
{
    extern __shared__ float rows[];
    __shared__ float scale[1];
    int t = threadIdx.x;
    float s = 0.f;

    scale[0] = x[0];
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 8; i++)
            rows[t * 8 + i] = x[(k * 128 + t) * 8 + i];
        __syncthreads();
        for (int j = 0; j < 1024; j++)
            s += rows[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s * scale[0];
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(128) sums(const float *__restrict__ x, float *out, int n)
{
    extern __shared__ float rows[];
    __shared__ float scale[1];
    int t = threadIdx.x;
    float s = 0.f;

    scale[0] = x[0];
    // kpipe: rows in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(rows) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_rows = rows;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto rows = (decltype(kp_rows))((char *)kp_rows + kp_stage * kp_stride);
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = kp_v * 4;
                    __pipeline_memcpy_async(&rows[t * 8 + i], &x[(k * 128 + t) * 8 + i],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto rows = (decltype(kp_rows))((char *)kp_rows + kp_stage * kp_stride);
            for (int j = 0; j < 1024; j++)
                s += rows[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n; k++) {
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
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < 8; i++)
                rows[t * 8 + i] = x[(k * 128 + t) * 8 + i];
            __syncthreads();
            for (int j = 0; j < 1024; j++)
                s += rows[j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = s * scale[0];
}
} // namespace kp_pipelined

void run(const float *x, float *out, int n)
{
    kp_pipelined::sums<<<4, 128, 2 * 4096>>>(x, out, n);
}
