// Each thread copies four elements in a row, under a guard: one vector of its own.
#include <cuda_pipeline_primitives.h>

#define BM 64
#define BN 64
#define BK 16
__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][BM][BK];
    __shared__ __align__(16) float kp_Bs[2][BK][BN];
    int tid = threadIdx.x;
    int tx = tid % 16, ty = tid / 16;
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
                const int i = 0;
                if (blockIdx.y * BM + tid / 4 < M && k0 + (tid % 4) * 4 + i < K)
                    __pipeline_memcpy_async(&As[tid / 4][(tid % 4) * 4 + i],
                                            &A[(blockIdx.y * BM + tid / 4) * K + k0 + (tid % 4) * 4 + i],
                                            sizeof(float4));
                else
                    *reinterpret_cast<float4 *>(&As[tid / 4][(tid % 4) * 4 + i]) = make_float4(0, 0, 0, 0);
            }
            {
                const int i = 0;
                __pipeline_memcpy_async(&Bs[tid / 16][(tid % 16) * 4 + i],
                                        &B[(k0 + tid / 16) * N + blockIdx.x * BN + (tid % 16) * 4 + i],
                                        sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < BK; k++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
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
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int k0 = 0; k0 < K; k0 += BK) {
            for (int i = 0; i < 4; i++)
                As[tid / 4][(tid % 4) * 4 + i] =
                    blockIdx.y * BM + tid / 4 < M && k0 + (tid % 4) * 4 + i < K
                        ? A[(blockIdx.y * BM + tid / 4) * K + k0 + (tid % 4) * 4 + i]
                        : 0.0f;
            for (int i = 0; i < 4; i++)
                Bs[tid / 16][(tid % 16) * 4 + i] = B[(k0 + tid / 16) * N + blockIdx.x * BN + (tid % 16) * 4 + i];
            __syncthreads();
            for (int k = 0; k < BK; k++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    gemm<<<dim3(N / BN, M / BM), 256>>>(A, B, C, M, N, K);
}
