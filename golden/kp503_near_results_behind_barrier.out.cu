// A barrier behind the loop is between the last tile that is read and the results.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;


    for (int k = 0; k < n; k += 16) {
        __syncthreads();
        int at = t;
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            smem[at] = *from;
            from += 8 * n;
            at += 128;
        }
        if (t < 16)
            smem[1024 + t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            acc += smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
    }
    __syncthreads();
    smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
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

static __global__ __launch_bounds__(128) void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;


    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 4224; // bytes of one stage, of 2 in all
    auto kp_smem = smem;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        int at = t;
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            __pipeline_memcpy_async(&smem[at], from, sizeof(float));
            from += 8 * n;
            at += 128;
        }
        if (t < 16)
            __pipeline_memcpy_async(&smem[1024 + t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        for (int i = 0; i < 8; i++)
            acc += smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    __syncthreads();
    smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
}
} // namespace kp_pipelined

void launch(const float *A, const float *x, float *y, int rows, int n)
{
    {
        const dim3 kp_block = 128;
        const size_t kp_bytes = 128 * 16 * sizeof(float);
        const size_t kp_staged = kp_bytes > 8448 ? kp_bytes : 8448;
        if (kp_block.x == 128 && kp_block.y == 1 && kp_block.z == 1 &&
            kp_pipelined::kp_has_room((const void *)kp_pipelined::sums, kp_staged,
            (const void *)sums, kp_bytes, kp_block, false))
            kp_pipelined::sums<<<rows / 64, kp_block, kp_staged>>>(A, x, y, n);
        else
            sums<<<rows / 64, kp_block, kp_bytes>>>(A, x, y, n);
    }
}
