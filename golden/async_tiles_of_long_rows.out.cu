// kpipe: --no-widen
// Rows of 64 are read whatever their length is: that no row reaches into the next tile holds for
// sizes of 64, though not for smaller ones.
// kpipe 0.1.0: pipelined as kp_pipelined::scores (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int keys)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + keys * d;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += keys) {
        for (int i = threadIdx.x; i < keys * d; i += blockDim.x) {
            Ks[i] = K[k0 * d + i];
            Vs[i] = V[k0 * d + i];
        }
        __syncthreads();
        for (int j = 0; j < keys; j++)
            for (int i = 0; i < 64; i++)
                sum += Ks[j * d + i] * Vs[j * d + i] * threadIdx.x;
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
                       float *__restrict__ out, int n, int d, int keys)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + keys * d;
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        size_t(d) <= 262144 &&
        size_t(keys) <= 262144 &&
        1LL * d * keys + 1LL * blockDim.x <= 2147483648LL &&
        64LL <= 1LL * d;
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
            for (int i = threadIdx.x; i < keys * d; i += blockDim.x) {
                __pipeline_memcpy_async(&Ks[i], &K[k0 * d + i], sizeof(float));
                __pipeline_memcpy_async(&Vs[i], &V[k0 * d + i], sizeof(float));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            for (int j = 0; j < keys; j++)
                for (int i = 0; i < 64; i++)
                    sum += Ks[j * d + i] * Vs[j * d + i] * threadIdx.x;
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += keys; k0 < n; k0 += keys) {
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
        for (int k0 = 0; k0 < n; k0 += keys) {
            for (int i = threadIdx.x; i < keys * d; i += blockDim.x) {
                Ks[i] = K[k0 * d + i];
                Vs[i] = V[k0 * d + i];
            }
            __syncthreads();
            for (int j = 0; j < keys; j++)
                for (int i = 0; i < 64; i++)
                    sum += Ks[j * d + i] * Vs[j * d + i] * threadIdx.x;
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *K, const float *V, float *out, int n, int keys)
{
    {
        const dim3 kp_block = 128;
        const size_t kp_bytes = 2 * keys * 64 * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::scores, kp_staged,
            (const void *)scores, kp_bytes, kp_block, true))
            kp_pipelined::scores<<<2, kp_block, kp_staged>>>(K, V, out, n, 64, keys);
        else
            scores<<<2, kp_block, kp_bytes>>>(K, V, out, n, 64, keys);
    }
}
