// kpipe: --variant cp-async
// A row for each thread, as long as the launch says; a thread that has none ends in front of the loop.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) sums(const float *__restrict__ k, float *out, int n, int d, int rows)
{
    extern __shared__ float ks[];
    const int row = threadIdx.x;
    float sum = 0.f;

    if (row >= rows)
        return;
    for (int j = 0; j < n; j++) {
        for (int x = 0; x < d; x++)
            ks[row * d + x] = k[j * rows * d + row * d + x];
        __syncthreads();
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < d; x++)
                sum += ks[y * d + x] * (row + 1);
        __syncthreads();
    }
    out[blockIdx.x * rows + row] = sum;
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(128) sums(const float *__restrict__ k, float *out, int n, int d, int rows)
{
    extern __shared__ float ks[];
    const int row = threadIdx.x;
    float sum = 0.f;

    if (row >= rows)
        return;
    // kpipe: ks in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = d % 4 == 0 && reinterpret_cast<size_t>(ks) % 16 == 0 &&
        reinterpret_cast<size_t>(k) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_ks = ks;
        auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
            auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
            {
                for (int kp_v = 0; kp_v < d / 4; ++kp_v) {
                    const int x = kp_v * 4;
                    __pipeline_memcpy_async(&ks[row * d + x], &k[j * rows * d + row * d + x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
            for (int y = 0; y < rows; y++)
                for (int x = 0; x < d; x++)
                    sum += ks[y * d + x] * (row + 1);
        };
        {
            int j = 0;
            if (j < n) {
                int kp_stage = 0;
                kp_load(j, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (j++; j < n; j++) {
                    kp_load(j, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int j = 0; j < n; j++) {
            for (int x = 0; x < d; x++)
                ks[row * d + x] = k[j * rows * d + row * d + x];
            __syncthreads();
            for (int y = 0; y < rows; y++)
                for (int x = 0; x < d; x++)
                    sum += ks[y * d + x] * (row + 1);
            __syncthreads();
        }
    }
    out[blockIdx.x * rows + row] = sum;
}
} // namespace kp_pipelined

void run(const float *k, float *out, int n, int d)
{
    kp_pipelined::sums<<<16, 128, 2 * (128 * 24 * sizeof(float))>>>(k, out, n, d, 128);
}
