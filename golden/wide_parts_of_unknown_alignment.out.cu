// kpipe: --stages 2
// The same array without an alignment: where the parts lie is tested in front of the loop.
// kpipe 0.1.0: pipelined as kp_pipelined::attend (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                                              float *out, int n)
{
    extern __shared__ unsigned char smem[];
    float *ks = reinterpret_cast<float *>(smem);
    float *vs = ks + 32 * 32;
    float sum = 0.f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                ks[i] = k[k0 * 32 + i];
            else
                ks[i] = 0.f;
        }
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                vs[i] = v[k0 * 32 + i];
            else
                vs[i] = 0.f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int d = 0; d < 32; d++)
                sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(128) attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                                              float *out, int n)
{
    extern __shared__ unsigned char smem[];
    float *ks = reinterpret_cast<float *>(smem);
    float *vs = ks + 32 * 32;
    float sum = 0.f;

    // kpipe: smem in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(smem) % 16 == 0 &&
        reinterpret_cast<size_t>(k) % 16 == 0 && reinterpret_cast<size_t>(v) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_ks = ks;
        auto kp_vs = vs;
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
            auto vs = (decltype(kp_vs))((char *)kp_vs + kp_stage * kp_stride);
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 128) * 4;
                    if (k0 + i / 32 < n)
                        __pipeline_memcpy_async(&ks[i], &k[k0 * 32 + i], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&ks[i]) = make_float4(0, 0, 0, 0);
                }
            }
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 128) * 4;
                    if (k0 + i / 32 < n)
                        __pipeline_memcpy_async(&vs[i], &v[k0 * 32 + i], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&vs[i]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto ks = (decltype(kp_ks))((char *)kp_ks + kp_stage * kp_stride);
            auto vs = (decltype(kp_vs))((char *)kp_vs + kp_stage * kp_stride);
            for (int j = 0; j < 32; j++)
                for (int d = 0; d < 32; d++)
                    sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < n; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
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
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = threadIdx.x; i < 32 * 32; i += 128) {
                if (k0 + i / 32 < n)
                    ks[i] = k[k0 * 32 + i];
                else
                    ks[i] = 0.f;
            }
            for (int i = threadIdx.x; i < 32 * 32; i += 128) {
                if (k0 + i / 32 < n)
                    vs[i] = v[k0 * 32 + i];
                else
                    vs[i] = 0.f;
            }
            __syncthreads();
            for (int j = 0; j < 32; j++)
                for (int d = 0; d < 32; d++)
                    sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *q, const float *k, const float *v, float *out, int n)
{
    kp_pipelined::attend<<<64, 128, 2 * (2 * 32 * 32 * sizeof(float))>>>(q, k, v, out, n);
}
