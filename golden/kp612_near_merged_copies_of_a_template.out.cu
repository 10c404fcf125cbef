// kpipe: --merge 1x2 --arch sm_90
// A template whose tiles move to dynamic memory, one of them in a copy per merged block: row 0 of it is no element.
// kpipe 0.1.0: pipelined as kp_pipelined::gemm (launches with few blocks, and those that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

template <int W>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ __align__(16) float As[64][W];
    __shared__ __align__(16) float Bs[64][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4][4] = {};
    for (int k = 0; k < n; k += 64) {
        for (int r = ty; r < 64; r += 16) {
            *(float4 *)&As[r][tx * 4] = *(const float4 *)&A[(blockIdx.y * 64 + r) * n + k + tx * 4];
            *(float4 *)&Bs[r][tx * 4] = *(const float4 *)&B[(k + r) * n + blockIdx.x * 64 + tx * 4];
        }
        __syncthreads();
        for (int i = 0; i < 64; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    acc[r][c] += As[ty * 4 + r][i] * Bs[i][tx * 4 + c];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            C[(blockIdx.y * 64 + ty * 4 + r) * n + blockIdx.x * 64 + tx * 4 + c] = acc[r][c];
}

namespace kp_pipelined
{
// Are the launch's blocks so many that the SM which gets most of them is done sooner with
// 1x2 merged into one? That one is taken for three quarters of their work. While an SM has
// room it takes further ones, as all other blocks return at once.
static bool kp_pays_gemm(dim3 grid, const void *staged)
{
    const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    const unsigned long long merged = 1ull * ((grid.x + 1) / 2) * grid.y * grid.z;
    const bool first = grid.y == 1 && grid.z == 1; // those with work
    int device, sms, room;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, staged, 256, 0) != cudaSuccess)
        return false;
    const unsigned long long each = (unsigned)sms, few = (8 * each + 10) / 11;
    unsigned long long meet = first ? (merged + few - 1) / few : (blocks + each - 1) / each;
    meet = meet > (unsigned)room ? (unsigned)room : meet;
    const unsigned long long share = (merged + each - 1) / each;
    return 6 * (meet > share ? meet : share) <= 4 * ((blocks + each - 1) / each);
}

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

template <int W>
struct kp_gemm_shared { // up to 102400 bytes
    struct alignas(128) { __align__(16) float As[64][W]; } kp_As[2];
    __align__(16) float kp_Bs[2][2][64][64];
};

template <int W>
static __global__ __launch_bounds__(256) void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    // kpipe 0.1.0: 1x2 blocks merged into one (revert this change to undo)
    if (blockIdx.x > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_x0 = blockIdx.x * 2;

    auto &kp_As = reinterpret_cast<kp_gemm_shared<W> *>(kp_smem)->kp_As;
    { unsigned kp_bytes; asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_bytes));
      if (kp_bytes < sizeof(kp_gemm_shared<W>)) __trap(); }
    auto &kp_Bs = reinterpret_cast<kp_gemm_shared<W> *>(kp_smem)->kp_Bs;
    { unsigned kp_bytes; asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_bytes));
      if (kp_bytes < sizeof(kp_gemm_shared<W>)) __trap(); }
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[2][4][4] = {};

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage];
        for (int r = ty; r < 64; r += 16) {
            __pipeline_memcpy_async(&As[r][tx * 4], &A[(blockIdx.y * 64 + r) * n + k + tx * 4],
                                    sizeof(float4));
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
                __pipeline_memcpy_async(&Bs[kp_x][r][tx * 4], &B[(k + r) * n + kp_bx * 64 + tx * 4],
                                        sizeof(float4));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < 64; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++) {
                    #pragma unroll
                    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                        acc[kp_x][r][c] += As[ty * 4 + r][i] * Bs[kp_x][i][tx * 4 + c];
                    }
                }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                if (kp_x0 + kp_x >= gridDim.x)
                    continue;
                const unsigned int kp_bx = kp_x0 + kp_x;
                C[(blockIdx.y * 64 + ty * 4 + r) * n + kp_bx * 64 + tx * 4 + c] = acc[kp_x][r][c];
            }
        }
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int n)
{
    {
        const dim3 kp_grid = dim3(n / 64, n / 64);
        if (kp_pipelined::kp_pays_gemm(kp_grid, (const void *)kp_pipelined::gemm<72>))
            {
                const dim3 kp_block = dim3(16, 16);
                const size_t kp_staged = sizeof(kp_pipelined::kp_gemm_shared<72>);
                if (kp_pipelined::kp_has_room((const void *)kp_pipelined::gemm<72>, kp_staged,
                    (const void *)gemm<72>, 0, kp_block, false))
                    kp_pipelined::gemm<72><<<kp_grid, kp_block, kp_staged>>>(A, B, C, n);
                else
                    gemm<72><<<kp_grid, kp_block>>>(A, B, C, n);
            }
        else
            gemm<72><<<kp_grid, dim3(16, 16)>>>(A, B, C, n);
    }
}

