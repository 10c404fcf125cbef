// kpipe: --merge 1x2
// The copies are inlined first: one block reads the keys that both sub-blocks share.
#include <cuda_pipeline_primitives.h>

#define D 32
#define ROWS 32
#define KEYS 32

__device__ __forceinline__ void load_rows(float (&to)[ROWS][D + 1], const float *from)
{
    for (int i = 0; i < ROWS * D / 256; ++i) {
        const int r = (threadIdx.x + i * 256) / D, c = (threadIdx.x + i * 256) % D;
        to[r][c] = from[r * D + c];
    }
}

// kpipe 0.1.0: pipelined as kp_pipelined::most_alike (launches with few blocks, and those that this file does not show still come here)
__global__ void __launch_bounds__(256)
    most_alike(const float *__restrict__ Q, const float *__restrict__ K, float *__restrict__ best, int n)
{
    __shared__ float Qs[ROWS][D + 1];
    __shared__ float Ks[KEYS][D + 1];
    const int row = threadIdx.x / 8, eighth = threadIdx.x % 8;
    float most = -1e30f;

    load_rows(Qs, Q + (size_t)blockIdx.x * ROWS * D);
    for (int k = 0; k < n; k += KEYS) {
        load_rows(Ks, K + (size_t)k * D);
        __syncthreads();
        for (int j = eighth; j < KEYS; j += 8) {
            float dot = 0.0f;

            for (int d = 0; d < D; ++d)
                dot += Qs[row][d] * Ks[j][d];
            most = fmaxf(most, dot);
        }
        __syncthreads();
    }
    best[(blockIdx.x * ROWS + row) * 8 + eighth] = most;
}

namespace kp_pipelined
{
// Are the launch's blocks so many that the SM which gets most of them is done sooner with
// 1x2 merged into one? That one is taken for three quarters of their work. While an SM has
// room it takes further ones, as all other blocks return at once.
static bool kp_pays_most_alike(dim3 grid, dim3 block, const void *staged)
{
    const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    const unsigned long long merged = 1ull * ((grid.x + 1) / 2) * grid.y * grid.z;
    const bool first = grid.y == 1 && grid.z == 1; // those with work
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

static __global__ void __launch_bounds__(256)
    most_alike(const float *__restrict__ Q, const float *__restrict__ K, float *__restrict__ best, int n)
{
    // kpipe 0.1.0: 1x2 blocks merged into one (revert this change to undo)
    if (blockIdx.x > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_x0 = blockIdx.x * 2;

    __shared__ float Qs[2][ROWS][D + 1];
    __shared__ __align__(128) float kp_Ks[2][KEYS][D + 1];
    const int row = threadIdx.x / 8, eighth = threadIdx.x % 8;
    float most[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        most[kp_x] = -1e30f;

        load_rows(Qs[kp_x], Q + (size_t)kp_bx * ROWS * D);
    }
    static_assert(ROWS == 32 && D == 32 && KEYS == 32,
                  "kpipe: ROWS, D or KEYS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &Ks = kp_Ks[kp_stage];
        { // load_rows(), inlined
            auto &to = Ks;
            const float *from = K + (size_t)k * D;
            for (int i = 0; i < ROWS * D / 256; ++i) {
                const int r = (threadIdx.x + i * 256) / D, c = (threadIdx.x + i * 256) % D;
                __pipeline_memcpy_async(&to[r][c], &from[r * D + c], sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Ks = kp_Ks[kp_stage];
        for (int j = eighth; j < KEYS; j += 8) {
            float dot[2];
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                dot[kp_x] = 0.0f;
            }

            for (int d = 0; d < D; ++d) {
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                    dot[kp_x] += Qs[kp_x][row][d] * Ks[j][d];
                }
            }
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                most[kp_x] = fmaxf(most[kp_x], dot[kp_x]);
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
            for (k += KEYS; k < n; k += KEYS) {
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
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        if (kp_x0 + kp_x >= gridDim.x)
            continue;
        const unsigned int kp_bx = kp_x0 + kp_x;
        best[(kp_bx * ROWS + row) * 8 + eighth] = most[kp_x];
    }
}
} // namespace kp_pipelined

void run(const float *Q, const float *K, float *best, int queries, int keys, cudaStream_t stream)
{
    {
        const dim3 kp_grid = queries / ROWS;
        const dim3 kp_threads = 256;
        if (kp_pipelined::kp_pays_most_alike(kp_grid, kp_threads, (const void *)kp_pipelined::most_alike))
            kp_pipelined::most_alike<<<kp_grid, kp_threads, 0, stream>>>(Q, K, best, keys);
        else
            most_alike<<<kp_grid, kp_threads, 0, stream>>>(Q, K, best, keys);
    }
}
