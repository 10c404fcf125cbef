// kpipe: --prefetch replace
// Registers are an array of which a function has a reference, and each tile has a number.
#include <cuda_pipeline_primitives.h>

#define BK 16
__device__ void load_global(float (&regs)[4], const float *ptr, int ld, int tid)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = tid + i * 256;
        regs[i] = ptr[(e / BK) * ld + e % BK];
    }
}

__device__ void store_shared(float (*smem)[BK], const float *regs, int tid)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = tid + i * 256;
        smem[e / BK][e % BK] = regs[i];
    }
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][64][BK];
    __shared__ __align__(128) float kp_Bs[2][64][BK];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const float *a = A + blockIdx.y * 64 * K, *b = B + blockIdx.x * 64 * K;
    const int tiles = K / BK;
    float acc[4][4] = {};

    static_assert(BK == 16, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        { // store_shared(), inlined
            auto &smem = As;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                int e = tid + i * 256;
                __pipeline_memcpy_async(&smem[e / BK][e % BK],
                                        &(a + t * BK)[((tid + i * 256) / BK) * K + (tid + i * 256) % BK],
                                        sizeof(float));
            }
        }
        { // store_shared(), inlined
            auto &smem = Bs;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                int e = tid + i * 256;
                __pipeline_memcpy_async(&smem[e / BK][e % BK],
                                        &(b + t * BK)[((tid + i * 256) / BK) * K + (tid + i * 256) % BK],
                                        sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[ty * 4 + i][k] * Bs[tx * 4 + j][k];
    };
    {
        int t = 0;
        if (t < tiles) {
            int kp_stage = 0;
            kp_load(t, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (++t; t < tiles; ++t) {
                kp_load(t, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = acc[i][j];
}
