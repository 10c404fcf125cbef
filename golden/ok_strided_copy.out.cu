// Cooperative copy loops with the block size as their stride, and a launch bound.
#include <cuda_pipeline_primitives.h>

#define BM 64
#define BN 64
#define BK 16

__global__ void __launch_bounds__(256)
    sgemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
          int K)
{
    __shared__ __align__(16) float kp_As[2][BM][BK];
    __shared__ __align__(16) float kp_Bs[2][BK][BN];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[4][4] = {};

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = K % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BM == 64 && BK == 16 && BN == 64,
                  "kpipe: BM, BK or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                for (int i = tid * 4; i < BM * BK; i += blockDim.x * 4) {
                    __pipeline_memcpy_async(&As[i / BK][i % BK],
                                            &A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK],
                                            sizeof(float4));
                }
            }
            {
                for (int i = tid * 4; i < BK * BN; i += blockDim.x * 4) {
                    __pipeline_memcpy_async(&Bs[i / BN][i % BN],
                                            &B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN],
                                            sizeof(float4));
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
                        acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
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
    } else {
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int k0 = 0; k0 < K; k0 += BK) {
            for (int i = tid; i < BM * BK; i += blockDim.x)
                As[i / BK][i % BK] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
            for (int i = tid; i < BK * BN; i += blockDim.x)
                Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
            __syncthreads();
            for (int k = 0; k < BK; ++k)
                for (int i = 0; i < 4; ++i)
                    for (int j = 0; j < 4; ++j)
                        acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}
