// kpipe: --variant cp-async
// The size is the second of two values.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

// kpipe 0.1.0: pipelined as kp_pipelined::scale_sum (launches that this file does not show still come here)
__global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j].x * (j ^ t);
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

static __global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 4096; // bytes of one stage, of 2 in all
    auto kp_tile = tile;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int j = 0; j < 256; ++j)
            sum += tile[j].x * (j ^ t);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
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
} // namespace kp_pipelined

void launch(const float4 *A, float *out, int n, int blocks, size_t bytes)
{
    {
        const dim3 kp_block = 256;
        const size_t kp_bytes = (n++, bytes);
        const size_t kp_staged = kp_bytes > 8192 ? kp_bytes : 8192;
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::scale_sum, kp_staged,
            (const void *)scale_sum, kp_bytes, kp_block, false))
            kp_pipelined::scale_sum<<<blocks, kp_block, kp_staged>>>(A, out, n);
        else
            scale_sum<<<blocks, kp_block, kp_bytes>>>(A, out, n);
    }
}
