// A size without a sign beside a number that may be negative: the test computes with signs.
// kpipe 0.1.0: pipelined as kp_pipelined::scores (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void scores(const float *__restrict__ K, float *__restrict__ out, int tiles, size_t rows, int dim, int shift)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = pool + shift + rows * dim;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int b = 0; b < tiles; b++) {
        for (int x = 0; x < dim; x++)
            keys[t * dim + x] = K[(b * rows + t) * dim + x];
        __syncthreads();
        for (size_t r = 0; r < rows; r++)
            score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
        for (size_t r = 0; r < rows; r++)
            sum += score[t * rows + r];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
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

static __global__ void scores(const float *__restrict__ K, float *__restrict__ out, int tiles, size_t rows, int dim, int shift)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = pool + shift + rows * dim;
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: pool in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = dim % 4 == 0 && reinterpret_cast<size_t>(pool) % 16 == 0 &&
        reinterpret_cast<size_t>(K) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        size_t(dim) <= 262144 &&
        size_t(rows) <= 262144 &&
        size_t(shift) <= 2147483647 &&
        1LL * dim * blockDim.x <= (long long)rows * dim + 1LL * shift &&
        1LL <= 1LL * shift + 1LL * dim;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_keys = keys;
        auto kp_load = [&](int b, int kp_stage) __attribute__((always_inline)) {
            auto keys = (decltype(kp_keys))((char *)kp_keys + kp_stage * kp_stride);
            {
                for (int kp_v = 0; kp_v < dim / 4; ++kp_v) {
                    const int x = kp_v * 4;
                    __pipeline_memcpy_async(&keys[t * dim + x], &K[(b * rows + t) * dim + x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto keys = (decltype(kp_keys))((char *)kp_keys + kp_stage * kp_stride);
            for (size_t r = 0; r < rows; r++)
                score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
            for (size_t r = 0; r < rows; r++)
                sum += score[t * rows + r];
        };
        {
            int b = 0;
            if (b < tiles) {
                int kp_stage = 0;
                kp_load(b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (b++; b < tiles; b++) {
                    kp_load(b, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int b = 0; b < tiles; b++) {
            for (int x = 0; x < dim; x++)
                keys[t * dim + x] = K[(b * rows + t) * dim + x];
            __syncthreads();
            for (size_t r = 0; r < rows; r++)
                score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
            for (size_t r = 0; r < rows; r++)
                sum += score[t * rows + r];
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
} // namespace kp_pipelined

void run(const float *K, float *out, int tiles, size_t rows, int dim, int shift)
{
    {
        const dim3 kp_block = rows;
        const size_t kp_bytes = (shift + rows * dim + rows * rows) * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::scores, kp_staged,
            (const void *)scores, kp_bytes, kp_block, true))
            kp_pipelined::scores<<<8, kp_block, kp_staged>>>(K, out, tiles, rows, dim, shift);
        else
            scores<<<8, kp_block, kp_bytes>>>(K, out, tiles, rows, dim, shift);
    }
}
