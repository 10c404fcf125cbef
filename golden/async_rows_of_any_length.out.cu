// kpipe: --no-widen
// Rows of a length that only the launch knows: a column is less than that, so no two trips of a
// thread make one element.
// kpipe 0.1.0: pipelined as kp_pipelined::rows (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * d + c];
        __syncthreads();
        for (int r = 0; r < height; r++)
            for (int c = 0; c < d; c++)
                sum += tile[r * d + c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
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

static __global__ void rows(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                __pipeline_memcpy_async(&tile[r * d + c], &A[(k0 + r) * d + c], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int r = 0; r < height; r++)
            for (int c = 0; c < d; c++)
                sum += tile[r * d + c] * (threadIdx.x + 1);
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += height; k0 < n; k0 += height) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *A, float *out, int n, int d, int height)
{
    {
        const dim3 kp_block = dim3(32, 4);
        const size_t kp_bytes = height * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::rows, kp_staged,
            (const void *)rows, kp_bytes, kp_block, true))
            kp_pipelined::rows<<<1, kp_block, kp_staged>>>(A, out, n, d, height);
        else
            rows<<<1, kp_block, kp_bytes>>>(A, out, n, d, height);
    }
}
