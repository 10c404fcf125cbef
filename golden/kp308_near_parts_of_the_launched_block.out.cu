// kpipe: --variant cp-async
// All launches in sight have four warps, others may have more: a test in front of the loop says whether the scratch is
// the launch's.
#include <cuda_pipeline_primitives.h>

#define ROWS 32
#define DIM 64
static __global__ void scores(const float *__restrict__ K, float *__restrict__ O, int n)
{
    extern __shared__ char raw[];
    float *tile = (float *)(raw + 4 * 8 * ROWS * sizeof(float));
    float *work = (float *)raw;
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    float *mine = work + warp * 8 * ROWS;
    float s = 0.0f;

    // kpipe: raw in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(raw) % 16 == 0 &&
        reinterpret_cast<size_t>(K) % 16 == 0;
    static_assert(ROWS == 32 && DIM == 64, "kpipe: ROWS or DIM has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        blockDim.x == 128 &&
        blockDim.y == 1 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&](int b, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 4; ++kp_v) {
                    const int i = (t + kp_v * 128) * 4;
                    __pipeline_memcpy_async(&tile[i], &K[b * DIM + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            for (int r = 0; r < 8; r++)
                mine[r * ROWS + lane] = tile[r * DIM + lane] * 2.0f;
            __syncthreads();
            for (int r = 0; r < 8; r++)
                s += work[r * ROWS + lane] + tile[lane * DIM + r];
        };
        {
            int b = 0;
            if (b < n) {
                int kp_stage = 0;
                kp_load(b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (b += ROWS; b < n; b += ROWS) {
                    kp_load(b, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int b = 0; b < n; b += ROWS) {
            for (int i = t; i < ROWS * DIM; i += 128)
                tile[i] = K[b * DIM + i];
            __syncthreads();
            for (int r = 0; r < 8; r++)
                mine[r * ROWS + lane] = tile[r * DIM + lane] * 2.0f;
            __syncthreads();
            for (int r = 0; r < 8; r++)
                s += work[r * ROWS + lane] + tile[lane * DIM + r];
            __syncthreads();
        }
    }
    O[blockIdx.x * 128 + t] = s;
}

void run(const float *K, float *O, int n)
{
    scores<<<8, 128, 2 * ((ROWS * DIM + 4 * 8 * ROWS) * sizeof(float))>>>(K, O, n);
}
