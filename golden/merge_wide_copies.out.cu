// kpipe: --merge 2x1 --arch sm_90
// Copies of 16 bytes for merged blocks: the rows of A differ between these, and are multiples of K apart.
#include <cuda_pipeline_primitives.h>

#define T 64
#define BK 16
// kpipe 0.1.0: pipelined as kp_pipelined::product (launches with few blocks, and those that this file does not show still come here)
__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[T][BK], Bs[BK][T];
    const int t = threadIdx.x, x = t % 16 * 4, y = t / 16 * 4, row = blockIdx.y * T, col = blockIdx.x * T;
    float sum[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = t; i < T * BK; i += 256)
            As[i / BK][i % BK] = A[(row + i / BK) * K + k0 + i % BK];
        for (int i = t; i < BK * T; i += 256)
            Bs[i / T][i % T] = B[(k0 + i / T) * N + col + i % T];
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    sum[i][j] += As[y + i][k] * Bs[k][x + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + y + i) * N + col + x + j] = sum[i][j];
}

namespace kp_pipelined
{
// Are the launch's blocks so many that the SM which gets most of them is done sooner with
// 2x1 merged into one? That one is taken for three quarters of their work. While an SM has
// room it takes further ones, as all other blocks return at once.
static bool kp_pays_product(dim3 grid, dim3 block, const void *staged)
{
    const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    const unsigned long long merged = 1ull * grid.x * ((grid.y + 1) / 2) * grid.z;
    const bool first = grid.z == 1; // those with work
    int device, sms, room;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, staged, int(block.x * block.y * block.z), 0) != cudaSuccess)
        return false;
    const unsigned long long each = (unsigned)sms, few = (8 * each + 10) / 11;
    unsigned long long meet = first ? (merged + few - 1) / few : (blocks + each - 1) / each;
    meet = meet > (unsigned)room ? (unsigned)room : meet;
    unsigned long long share = (merged + each - 1) / each;
    if (!first && room > 1 && (block.x * block.y * block.z + 31) / 32 % 4) // those that return leave room for one less
        share = (share + (unsigned)room - 2) / ((unsigned)room - 1) * ((unsigned)room - 1);
    return 6 * (meet > share ? meet : share) <= 4 * ((blocks + each - 1) / each);
}

static __global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    // kpipe 0.1.0: 2x1 blocks merged into one (revert this change to undo)
    if (blockIdx.y > (gridDim.y - 1) / 2)
        return;
    const unsigned int kp_y0 = blockIdx.y * 2;

    __shared__ __align__(16) float kp_As[2][2][T][BK], kp_As_Bs[2][BK][T];
    const int t = threadIdx.x;
    const int x = t % 16 * 4;
    const int y = t / 16 * 4;
    int row[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * T;
    }
    const int col = blockIdx.x * T;
    float sum[2][4][4] = {};


    // kpipe: As, Bs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 256 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 64 && BK == 16, "kpipe: T or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        if (kp_wide) {
            const int i = t * 4;
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                __pipeline_memcpy_async(&As[kp_y][i / BK][i % BK],
                                        &A[(row[kp_y] + i / BK) * K + k0 + i % BK], sizeof(float4));
            }
        } else
            for (int i = t; i < T * BK; i += 256) {
                #pragma unroll
                for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                    __pipeline_memcpy_async(&As[kp_y][i / BK][i % BK],
                                            &A[(row[kp_y] + i / BK) * K + k0 + i % BK],
                                            sizeof(float));
                }
            }
        if (kp_wide) {
            const int i = t * 4;
            __pipeline_memcpy_async(&Bs[i / T][i % T], &B[(k0 + i / T) * N + col + i % T],
                                    sizeof(float4));
        } else
            for (int i = t; i < BK * T; i += 256)
                __pipeline_memcpy_async(&Bs[i / T][i % T], &B[(k0 + i / T) * N + col + i % T],
                                        sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) {
                    #pragma unroll
                    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                        sum[kp_y][i][j] += As[kp_y][y + i][k] * Bs[k][x + j];
                    }
                }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                if (kp_y0 + kp_y >= gridDim.y)
                    continue;
                C[(row[kp_y] + y + i) * N + col + x + j] = sum[kp_y][i][j];
            }
        }
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    {
        const dim3 kp_grid = dim3(N / T, M / T);
        const dim3 kp_threads = 256;
        if (kp_pipelined::kp_pays_product(kp_grid, kp_threads, (const void *)kp_pipelined::product))
            kp_pipelined::product<<<kp_grid, kp_threads>>>(A, B, C, N, K);
        else
            product<<<kp_grid, kp_threads>>>(A, B, C, N, K);
    }
}
