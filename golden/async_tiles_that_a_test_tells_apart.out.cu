// kpipe: --no-widen
// Two tiles in one buffer, of sizes that only the launch knows: a store into one may be another's of
// the same trip, unless a test says where they end.
// kpipe 0.1.0: pipelined as kp_pipelined::scores (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int columns)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + columns * d;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += columns) {
        for (int i = threadIdx.x; i < columns * d; i += blockDim.x) {
            Ks[i] = K[k0 * d + i];
            Vs[i] = V[k0 * d + i];
        }
        __syncthreads();
        for (int i = 0; i < columns * d; i++)
            sum += Ks[i] * Vs[(i + threadIdx.x) % (columns * d)];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
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
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        size_t(d) <= 262144 &&
        size_t(columns) <= 262144 &&
        1LL * d * columns + 1LL * blockDim.x <= 2147483648LL;
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
            for (int i = threadIdx.x; i < columns * d; i += blockDim.x) {
                __pipeline_memcpy_async(&Ks[i], &K[k0 * d + i], sizeof(float));
                __pipeline_memcpy_async(&Vs[i], &V[k0 * d + i], sizeof(float));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            for (int i = 0; i < columns * d; i++)
                sum += Ks[i] * Vs[(i + threadIdx.x) % (columns * d)];
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
            for (int i = threadIdx.x; i < columns * d; i += blockDim.x) {
                Ks[i] = K[k0 * d + i];
                Vs[i] = V[k0 * d + i];
            }
            __syncthreads();
            for (int i = 0; i < columns * d; i++)
                sum += Ks[i] * Vs[(i + threadIdx.x) % (columns * d)];
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
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
