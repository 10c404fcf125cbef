// kpipe: --arch sm_90 --stages 2
// Any other macro is none of ours.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>
#define least 7
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
__global__ void __launch_bounds__(256) gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < K; k += blockDim.x) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
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

static __global__ void __launch_bounds__(256) gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        blockDim.x % 4 == 0 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        constexpr unsigned kp_stride = 1024; // bytes of one stage, of 2 in all
        auto kp_xs = xs;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            for (int j = 0; j < blockDim.x; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += blockDim.x; k < K; k += blockDim.x) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < K; k += blockDim.x) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < blockDim.x; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}
} // namespace kp_pipelined

void launch(const float *A, const float *x, float *y, int K, int blocks, int bytes)
{
    {
        const dim3 kp_block = bytes / 4;
        const size_t kp_bytes = bytes;
        const size_t kp_staged = kp_bytes > 2048 ? kp_bytes : 2048;
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::gemv, kp_staged,
            (const void *)gemv, kp_bytes, kp_block, false))
            kp_pipelined::gemv<<<blocks, kp_block, kp_staged>>>(A, x, y, K);
        else
            gemv<<<blocks, kp_block, kp_bytes>>>(A, x, y, K);
    }
}
