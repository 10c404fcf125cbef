// kpipe: --arch sm_90 --explain
// Eight of them have scoreboards enough: the lanes' lines decide.
#include <cuda_pipeline_primitives.h>

constexpr int BM = 64, BN = 64, BK = 4;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][BK][BM], kp_As_Bs[2][BK][BN];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx;
    float acc[8][8] = {0.0f};

    // kpipe: Bs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 8 && blockDim.x * blockDim.y == 64 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BK == 4 && BM == 64 && BN == 64,
                  "kpipe: BK, BM or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BM)
                continue;
            const int row = blockIdx.y * BM + i % BM, col = k + i / BM;
            if (row < M && col < K)
                kp_r0[kp_i] = A[row * K + col];
            else
                kp_r0[kp_i] = 0.0f;
        }
        if (kp_wide) {
            const int i = t * 4;
            const int row = k + i / BN, col = blockIdx.x * BN + i % BN;
            if (row < K && col < N)
                __pipeline_memcpy_async(&Bs[i / BN][i % BN], &B[row * N + col], sizeof(float4));
            else
                *reinterpret_cast<float4 *>(&Bs[i / BN][i % BN]) = make_float4(0, 0, 0, 0);
        } else
            for (int i = t; i < BK * BN; i += 64) {
                const int row = k + i / BN, col = blockIdx.x * BN + i % BN;
                if (row < K && col < N)
                    __pipeline_memcpy_async(&Bs[i / BN][i % BN], &B[row * N + col], sizeof(float));
                else
                    Bs[i / BN][i % BN] = 0.0f;
            }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < BK; j++)
            for (int m = 0; m < 8; m++)
                for (int n = 0; n < 8; n++)
                    acc[m][n] += As[j][ty * 8 + m] * Bs[j][tx * 8 + n];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BM)
                continue;
            As[i / BM][i % BM] = kp_r0[kp_i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += BK; k < K; k += BK) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++)
            if (blockIdx.y * BM + ty * 8 + m < M && blockIdx.x * BN + tx * 8 + n < N)
                C[(blockIdx.y * BM + ty * 8 + m) * N + blockIdx.x * BN + tx * 8 + n] = acc[m][n];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), dim3(8, 8)>>>(A, B, C, M, N, K);
}
