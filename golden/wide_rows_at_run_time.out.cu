// kpipe: --arch sm_90
// Rows and columns of two tiles in one buffer, whose sizes only the launch knows.
// kpipe 0.1.0: pipelined as kp_pipelined::scores (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int columns)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + columns * d;
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += columns) {
        for (int r = tid / 32; r < columns; r += 4)
            for (int c = tid % 32; c < d; c += 32) {
                Ks[r * d + c] = K[(k0 + r) * d + c];
                Vs[r * d + c] = V[(k0 + r) * d + c];
            }
        __syncthreads();
        for (int r = 0; r < columns; r++)
            for (int c = 0; c < d; c++)
                sum += Ks[r * d + c] * Vs[r * d + (c + tid) % d];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + tid] = sum;
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

static __global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int columns)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + columns * d;
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: buffer in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && columns > 0 && d > 0 &&
        static_cast<long long>(columns) * d <= 2147483647 && d % 4 == 0 &&
        reinterpret_cast<size_t>(buffer) % 16 == 0 && reinterpret_cast<size_t>(K) % 16 == 0 &&
        reinterpret_cast<size_t>(V) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        size_t(d) <= 262144 &&
        size_t(columns) <= 262144;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_Ks = Ks;
        auto kp_Vs = Vs;
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            {
                for (int kp_v = threadIdx.x; kp_v < columns * (d / 4); kp_v += 128) {
                    const int r = kp_v / (d / 4);
                    const int c = kp_v % (d / 4) * 4;
                    __pipeline_memcpy_async(&Ks[r * d + c], &K[(k0 + r) * d + c], sizeof(float4));
                    __pipeline_memcpy_async(&Vs[r * d + c], &V[(k0 + r) * d + c], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            for (int r = 0; r < columns; r++)
                for (int c = 0; c < d; c++)
                    sum += Ks[r * d + c] * Vs[r * d + (c + tid) % d];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += columns; k0 < n; k0 += columns) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int k0 = 0; k0 < n; k0 += columns) {
            for (int r = tid / 32; r < columns; r += 4)
                for (int c = tid % 32; c < d; c += 32) {
                    Ks[r * d + c] = K[(k0 + r) * d + c];
                    Vs[r * d + c] = V[(k0 + r) * d + c];
                }
            __syncthreads();
            for (int r = 0; r < columns; r++)
                for (int c = 0; c < d; c++)
                    sum += Ks[r * d + c] * Vs[r * d + (c + tid) % d];
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + tid] = sum;
}
} // namespace kp_pipelined

void run(const float *K, const float *V, float *out, int n, int d, int columns)
{
    {
        const dim3 kp_block = 128;
        const size_t kp_bytes = 2 * columns * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::scores, kp_staged,
            (const void *)scores, kp_bytes, kp_block, true))
            kp_pipelined::scores<<<2, kp_block, kp_staged>>>(K, V, out, n, d, columns);
        else
            scores<<<2, kp_block, kp_bytes>>>(K, V, out, n, d, columns);
    }
}
