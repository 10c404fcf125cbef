// kpipe: --stages 2
// A directive of the kernel brings names, but none in the place of a macro: the tiles move to a struct in front.
#include <cuda_pipeline_primitives.h>

#define ROWS 64
#define COLS 128

namespace app
{
struct nothing {
};
}

// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void sums(const float *__restrict__ a, float *__restrict__ c, int n)
{
    using namespace app;
    __shared__ float as[ROWS][COLS];
    float sum = 0;

    for (int k = 0; k < n; k += ROWS) {
        for (int i = 0; i < ROWS; i++)
            as[i][threadIdx.x] = a[(k + i) * COLS + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < ROWS; i++)
            sum += as[i][threadIdx.x] * as[i][127 - threadIdx.x];
        __syncthreads();
    }
    c[threadIdx.x] = sum;
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

struct kp_sums_shared { // 65536 bytes
    __align__(16) float kp_as[2][ROWS][COLS];
};
static_assert(sizeof(kp_sums_shared::kp_as[0]) == 32768, "the size of as");

static __global__ __launch_bounds__(128) void sums(const float *__restrict__ a, float *__restrict__ c, int n)
{
    using namespace app;
    auto &kp_as = reinterpret_cast<kp_sums_shared *>(kp_smem)->kp_as;
    float sum = 0;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    static_assert(ROWS == 64 && COLS == 128,
                  "kpipe: ROWS or COLS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 32 * 4;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 32); i < ROWS; i += 4) {
                    __pipeline_memcpy_async(&as[i][kp_x], &a[(k + i) * COLS + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int i = 0; i < ROWS; i++)
                sum += as[i][threadIdx.x] * as[i][127 - threadIdx.x];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += ROWS; k < n; k += ROWS) {
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
        auto &as = kp_as[0];
        for (int k = 0; k < n; k += ROWS) {
            for (int i = 0; i < ROWS; i++)
                as[i][threadIdx.x] = a[(k + i) * COLS + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < ROWS; i++)
                sum += as[i][threadIdx.x] * as[i][127 - threadIdx.x];
            __syncthreads();
        }
    }
    c[threadIdx.x] = sum;
}
} // namespace kp_pipelined

void launch(const float *a, float *c, int n)
{
    {
        const dim3 kp_block = COLS;
        const size_t kp_staged = sizeof(kp_pipelined::kp_sums_shared);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::sums, kp_staged,
            (const void *)sums, 0, kp_block, false))
            kp_pipelined::sums<<<1, kp_block, kp_staged>>>(a, c, n);
        else
            sums<<<1, kp_block>>>(a, c, n);
    }
}
