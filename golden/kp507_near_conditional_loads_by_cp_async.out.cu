// No register waits where cp.async copies, or a zero is stored.
// kpipe 0.1.0: pipelined as kp_pipelined::window (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void window(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int C,
                       int L, int R)
{
    extern __shared__ float tile[];
    const int side = blockDim.x + R - 1, x0 = blockIdx.x * blockDim.x;
    float sum = 0.0f;

    for (int c = 0; c < C; ++c) {
        for (int x = threadIdx.x; x < side; x += blockDim.x) {
            if (x0 + x < L)
                tile[x] = in[c * L + x0 + x];
            else
                tile[x] = 0.0f;
        }
        __syncthreads();
        for (int p = 0; p < R; ++p)
            sum += tile[threadIdx.x + p] * w[c * R + p];
        __syncthreads();
    }
    if (x0 + threadIdx.x < L)
        out[x0 + threadIdx.x] = sum;
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

static __global__ void window(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int C,
                       int L, int R)
{
    extern __shared__ float tile[];
    const int side = blockDim.x + R - 1, x0 = blockIdx.x * blockDim.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = side % 4 == 0 && x0 % 4 == 0 && L % 4 == 0 &&
        reinterpret_cast<size_t>(tile) % 16 == 0 && reinterpret_cast<size_t>(in) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&](int c, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            {
                for (int kp_v = threadIdx.x; kp_v < side / 4; kp_v += blockDim.x) {
                    const int x = kp_v * 4;
                    if (x0 + x < L)
                        __pipeline_memcpy_async(&tile[x], &in[c * L + x0 + x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int c, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            for (int p = 0; p < R; ++p)
                sum += tile[threadIdx.x + p] * w[c * R + p];
        };
        {
            int c = 0;
            if (c < C) {
                int kp_stage = 0;
                kp_load(c, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_c = c;
                for (++c; c < C; ++c) {
                    kp_load(c, kp_stage ^ 1);
                    kp_compute(kp_c, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_c = c;
                    kp_stage ^= 1;
                }
                kp_compute(kp_c, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        for (int c = 0; c < C; ++c) {
            for (int x = threadIdx.x; x < side; x += blockDim.x) {
                if (x0 + x < L)
                    tile[x] = in[c * L + x0 + x];
                else
                    tile[x] = 0.0f;
            }
            __syncthreads();
            for (int p = 0; p < R; ++p)
                sum += tile[threadIdx.x + p] * w[c * R + p];
            __syncthreads();
        }
    }
    if (x0 + threadIdx.x < L)
        out[x0 + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void launch(const float *in, const float *w, float *out, int C, int L, int R, int blocks, int threads, int bytes)
{
    {
        const dim3 kp_block = threads;
        const size_t kp_bytes = bytes;
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::window, kp_staged,
            (const void *)window, kp_bytes, kp_block, true))
            kp_pipelined::window<<<blocks, kp_block, kp_staged>>>(in, w, out, C, L, R);
        else
            window<<<blocks, kp_block, kp_bytes>>>(in, w, out, C, L, R);
    }
}
