// kpipe: --stages 3 --arch sm_90
// Tiles of two loops, declared in blocks of their own: one struct for both.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

// kpipe 0.1.0: pipelined as kp_pipelined::products (launches that this file does not show still come here)
__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    const int t = threadIdx.x;
    float sum = 0.0f;

    {
        __shared__ float4 As[96][16];
        for (int k = 0; k < n; k += 96) {
            for (int i = 0; i < 6; ++i)
                As[t / 16 + i * 16][t % 16] = ((const float4 *)A)[(size_t)k * 16 + t + i * 256];
            __syncthreads();
            for (int j = 0; j < 96; ++j)
                sum += As[j][t % 16].x;
            __syncthreads();
        }
    }
    for (int k = 0; k < n; k += 96) {
        __shared__ float4 Bs[96][16];
        for (int i = 0; i < 6; ++i)
            Bs[t / 16 + i * 16][t % 16] = ((const float4 *)B)[(size_t)k * 16 + t + i * 256];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            sum += Bs[j][t / 16].y;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}

namespace kp_pipelined
{
// Can the pipelined kernel be launched like that, and with as many blocks per SM if that is asked?
static bool kp_has_room(const void *staged, size_t staged_bytes, const void *plain, size_t bytes,
                        dim3 block, bool keep_blocks)
{
    const int threads = int(block.x * block.y * block.z);
    int device, most, blocks, blocks_before;
    cudaFuncAttributes has;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess ||
        cudaFuncGetAttributes(&has, staged) != cudaSuccess ||
        threads > has.maxThreadsPerBlock || has.sharedSizeBytes + staged_bytes > size_t(most))
        return false;
    if (cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - int(has.sharedSizeBytes)) != cudaSuccess)
        return false;
    return !keep_blocks ||
           (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, threads,
                                                          staged_bytes) == cudaSuccess &&
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_before, plain, threads,
                                                          bytes) == cudaSuccess &&
            blocks >= blocks_before);
}

extern __shared__ __align__(128) unsigned char kp_smem[];

struct kp_products_shared { // 147456 bytes
    alignas(128) float4 kp_As[3][96][16];
    alignas(128) float4 kp_Bs[3][96][16];
};

static __global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    const int t = threadIdx.x;
    float sum = 0.0f;

    {
        auto &kp_As = reinterpret_cast<kp_products_shared *>(kp_smem)->kp_As;
        // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            if (k < n) {
                for (int i = 0; i < 6; ++i)
                    __pipeline_memcpy_async(&As[t / 16 + i * 16][t % 16],
                                            &((const float4 *)A)[(size_t)k * 16 + t + i * 256],
                                            sizeof(float4));
                k += 96;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 96) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &As = kp_As[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 96; ++j)
                sum += As[j][t % 16].x;
        }
        __syncthreads();
    }
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto &kp_Bs = reinterpret_cast<kp_products_shared *>(kp_smem)->kp_Bs;
    auto kp_load2 = [&, k = 0](int kp_stage2) mutable __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage2];
        if (k < n) {
            for (int i = 0; i < 6; ++i)
                __pipeline_memcpy_async(&Bs[t / 16 + i * 16][t % 16],
                                        &((const float4 *)B)[(size_t)k * 16 + t + i * 256],
                                        sizeof(float4));
            k += 96;
        }
        __pipeline_commit();
    };
    kp_load2(0);
    kp_load2(1);
    int kp_stage2 = 0, kp_next2 = 2;
    for (int k = 0; k < n; k += 96) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load2(kp_next2);
        auto &Bs = kp_Bs[kp_stage2];
        kp_next2 = kp_stage2;
        kp_stage2 = kp_stage2 + 1 < 3 ? kp_stage2 + 1 : 0;
        for (int j = 0; j < 96; ++j)
            sum += Bs[j][t / 16].y;
    }
    out[blockIdx.x * 256 + t] = sum;
}
} // namespace kp_pipelined

void launch(const float *A, const float *B, float *out, int n, int blocks, cudaStream_t stream)
{
    {
        const dim3 kp_block = 256;
        const size_t kp_staged = sizeof(kp_pipelined::kp_products_shared);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::products, kp_staged,
            (const void *)products, 0, kp_block, false))
            kp_pipelined::products<<<blocks, kp_block, kp_staged, stream>>>(A, B, out, n);
        else
            products<<<blocks, kp_block, 0, stream>>>(A, B, out, n);
    }
}
