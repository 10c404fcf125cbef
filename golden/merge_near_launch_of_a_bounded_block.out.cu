// kpipe: --no-widen --merge 2x4
// The bound says how many registers the clone may have: nobody has to ask.
#include <cuda_pipeline_primitives.h>

#define T 16
// kpipe 0.1.0: pipelined as kp_pipelined::gemm (launches with few blocks, and those that this file does not show still come here)
__global__ __launch_bounds__(1024) void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum * threadIdx.z;
}

namespace kp_pipelined
{
// Are the launch's blocks so many that the SM which gets most of them is done sooner with
// 2x4 merged into one? That one is taken for three quarters of their work. While an SM has
// room it takes further ones, as all other blocks return at once.
static bool kp_pays_gemm(dim3 grid, dim3 block, const void *staged)
{
    const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    const unsigned long long merged = 1ull * ((grid.x + 3) / 4) * ((grid.y + 1) / 2) * grid.z;
    const bool first = grid.z == 1 && (grid.x % 4 == 0) == (grid.y > 2); // those with work
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
    return 24 * (meet > share ? meet : share) <= 4 * ((blocks + each - 1) / each);
}

static __global__ __launch_bounds__(1024) void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: 2x4 blocks merged into one (revert this change to undo)
    const bool kp_even = gridDim.x % 4 == 0; // then the first blocks are those with work
    const unsigned int kp_column = kp_even ? blockIdx.x / 4 : blockIdx.x;
    const unsigned int kp_row = kp_even ? blockIdx.y * 4 + blockIdx.x % 4 : blockIdx.y;
    if (kp_row > (gridDim.y - 1) / 2 || kp_column > (gridDim.x - 1) / 4)
        return;
    const unsigned int kp_y0 = kp_row * 2;
    const unsigned int kp_x0 = kp_column * 4;

    __shared__ __align__(128) float kp_As[2][2][T][T];
    __shared__ __align__(128) float kp_Bs[2][4][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * T + ty;
    }
    int col[4];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        col[kp_x] = kp_bx * T + tx;
    }
    float sum[2][4];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            sum[kp_y][kp_x] = 0.0f;
        }

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
            __pipeline_memcpy_async(&As[kp_y][ty][tx], &A[row[kp_y] * n + k + tx], sizeof(float));
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            __pipeline_memcpy_async(&Bs[kp_x][ty][tx], &B[(k + ty) * n + col[kp_x]], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
                    sum[kp_y][kp_x] += As[kp_y][ty][i] * Bs[kp_x][i][tx];
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
            for (k += T; k < n; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            if (kp_y0 + kp_y >= gridDim.y)
                continue;
            if (kp_x0 + kp_x >= gridDim.x)
                continue;
            C[row[kp_y] * n + col[kp_x]] = sum[kp_y][kp_x] * threadIdx.z;
        }
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int n, int layers, cudaStream_t stream)
{
    dim3 block(T, T);

    block.z = layers;
    {
        const dim3 kp_grid = dim3(n / T, n / T);
        const dim3 kp_threads = block;
        if (kp_pipelined::kp_pays_gemm(kp_grid, kp_threads, (const void *)kp_pipelined::gemm))
            kp_pipelined::gemm<<<kp_grid, kp_threads, 0, stream>>>(A, B, C, n);
        else
            gemm<<<kp_grid, kp_threads, 0, stream>>>(A, B, C, n);
    }
}
