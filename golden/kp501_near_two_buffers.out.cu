// kpipe: --arch sm_90
// Two buffers of 36 KB cost no block of 1024 threads: without any flag they become dynamic shared memory.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void __launch_bounds__(1024)
    sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[288][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 288) {
        for (int i = 0; i < 9; ++i)
            As[t / 32 + i * 32][t % 32] = A[(size_t)k * 32 + t + i * 1024];
        __syncthreads();
        for (int j = 0; j < 288; j += 16)
            sum += As[j][t % 32] * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = sum;
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

struct kp_sums_shared { // 73728 bytes
    __align__(16) float kp_As[2][288][32];
};

static __global__ void __launch_bounds__(1024)
    sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    auto &kp_As = reinterpret_cast<kp_sums_shared *>(kp_smem)->kp_As;
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 1024 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 256 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 256); i < 9; i += 4) {
                    __pipeline_memcpy_async(&As[t / 32 + i * 32][t % 32],
                                            &A[(size_t)k * 32 + t + i * 1024], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 288; j += 16)
                sum += As[j][t % 32] * (j ^ t);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 288; k < n; k += 288) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        for (int k = 0; k < n; k += 288) {
            for (int i = 0; i < 9; ++i)
                As[t / 32 + i * 32][t % 32] = A[(size_t)k * 32 + t + i * 1024];
            __syncthreads();
            for (int j = 0; j < 288; j += 16)
                sum += As[j][t % 32] * (j ^ t);
            __syncthreads();
        }
    }
    out[blockIdx.x * 1024 + t] = sum;
}
} // namespace kp_pipelined

void launch(const float *A, float *out, int n, int blocks)
{
    {
        const dim3 kp_block = 1024;
        const size_t kp_staged = sizeof(kp_pipelined::kp_sums_shared);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::sums, kp_staged,
            (const void *)sums, 0, kp_block, false))
            kp_pipelined::sums<<<blocks, kp_block, kp_staged>>>(A, out, n);
        else
            sums<<<blocks, kp_block>>>(A, out, n);
    }
}
