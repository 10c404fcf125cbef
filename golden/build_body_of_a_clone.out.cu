// kpipe: --stages 2
// Older GPUs have no loop; that the launch asks for its memory is all the same to what they have.
// kpipe 0.1.0: pipelined as kp_pipelined::dots (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
#if __CUDA_ARCH__ >= 800
    __shared__ float tile[7168];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 7168) {
        for (int k = t; k < 7168; k += 1024)
            tile[k] = x[i + k];
        __syncthreads();
        for (int j = 0; j < 7168; ++j)
            sum += tile[j] * tile[7168 - 1 - j];
        __syncthreads();
    }
    y[t] = sum;
#else
    y[0] = n;
#endif
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

struct kp_dots_shared { // 57344 bytes
    __align__(16) float kp_tile[2][7168];
};

static __global__ __launch_bounds__(1024) void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
#if __CUDA_ARCH__ >= 800
    auto &kp_tile = reinterpret_cast<kp_dots_shared *>(kp_smem)->kp_tile;
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 1024 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int k = (t + kp_v * 1024) * 4;
                    if (k < 7168) {
                        __pipeline_memcpy_async(&tile[k], &x[i + k], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 7168; ++j)
                sum += tile[j] * tile[7168 - 1 - j];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 7168; i < n; i += 7168) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; i += 7168) {
            for (int k = t; k < 7168; k += 1024)
                tile[k] = x[i + k];
            __syncthreads();
            for (int j = 0; j < 7168; ++j)
                sum += tile[j] * tile[7168 - 1 - j];
            __syncthreads();
        }
    }
    y[t] = sum;
#else
    y[0] = n;
#endif
}
} // namespace kp_pipelined

void launch(const float *x, float *y, int n)
{
    {
        const dim3 kp_block = 1024;
        const size_t kp_staged = sizeof(kp_pipelined::kp_dots_shared);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::dots, kp_staged,
            (const void *)dots, 0, kp_block, false))
            kp_pipelined::dots<<<1, kp_block, kp_staged>>>(x, y, n);
        else
            dots<<<1, kp_block>>>(x, y, n);
    }
}
