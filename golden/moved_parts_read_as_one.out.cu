// kpipe: --arch sm_90 --variant cp-async --stages 3
// .. of which one is read by the array's name, too.
// kpipe 0.1.0: pipelined as kp_pipelined::times (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void times(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float both[6144];
    float *first = both;
    float *second = both + 4096;
    const int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < K; k += 64) {
        for (int i = 0; i < 16; i++)
            first[t + i * 256] = A[t + i * 256 + k * 1024];
        for (int i = 0; i < 8; i++)
            second[t + i * 256] = A[t + i * 256 + k * 512];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            acc += both[t + j] * second[t * 2 + j];
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = acc;
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

struct kp_times_shared { // 73728 bytes
    __align__(16) float kp_both[3][6144];
};

static __global__ __launch_bounds__(256) void times(const float *__restrict__ A, float *__restrict__ C, int K)
{
    auto &kp_both = reinterpret_cast<kp_times_shared *>(kp_smem)->kp_both;
    auto &both = kp_both[0];
    float *first = both;
    float *second = both + 4096;
    const int t = threadIdx.x;
    float acc = 0;

    // kpipe: both in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_first = first;
        auto kp_second = second;
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto first = (decltype(kp_first))((char *)kp_first + kp_stage * sizeof(kp_both[0]));
            auto second = (decltype(kp_second))((char *)kp_second + kp_stage * sizeof(kp_both[0]));
            if (k < K) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    const unsigned int kp_x = kp_v % 64 * 4;
                    const int t = kp_x;
            #pragma unroll
                    for (int i = static_cast<int>(kp_v / 64); i < 16; i += 4) {
                        __pipeline_memcpy_async(&first[t + i * 256], &A[t + i * 256 + k * 1024],
                                                sizeof(float4));
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.x;
                    const unsigned int kp_x = kp_v % 64 * 4;
                    const int t = kp_x;
            #pragma unroll
                    for (int i = static_cast<int>(kp_v / 64); i < 8; i += 4) {
                        __pipeline_memcpy_async(&second[t + i * 256], &A[t + i * 256 + k * 512],
                                                sizeof(float4));
                    }
                }
                k += 64;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < K; k += 64) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &both = kp_both[kp_stage];
            auto second = (decltype(kp_second))((char *)kp_second + kp_stage * sizeof(kp_both[0]));
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 64; j++)
                acc += both[t + j] * second[t * 2 + j];
        }
    } else { // kpipe: as written
        auto &both = kp_both[0];
        for (int k = 0; k < K; k += 64) {
            for (int i = 0; i < 16; i++)
                first[t + i * 256] = A[t + i * 256 + k * 1024];
            for (int i = 0; i < 8; i++)
                second[t + i * 256] = A[t + i * 256 + k * 512];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                acc += both[t + j] * second[t * 2 + j];
            __syncthreads();
        }
    }
    C[blockIdx.x * 256 + t] = acc;
}
} // namespace kp_pipelined

void run(const float *A, float *C, int n, int K)
{
    {
        const dim3 kp_block = 256;
        const size_t kp_staged = sizeof(kp_pipelined::kp_times_shared);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::times, kp_staged,
            (const void *)times, 0, kp_block, false))
            kp_pipelined::times<<<n / 256, kp_block, kp_staged>>>(A, C, K);
        else
            times<<<n / 256, kp_block>>>(A, C, K);
    }
}
