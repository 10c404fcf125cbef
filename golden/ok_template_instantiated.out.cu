// Sizes are template parameters; one launch is visible, another comes from anywhere.
#include <cuda_pipeline_primitives.h>

template <int BM, int BN, int BK>
__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ struct alignas(128) { __align__(16) float As[BM][BK]; } kp_As[2];
    __shared__ struct alignas(128) { __align__(16) float Bs[BK][BN]; } kp_Bs[2];
    constexpr int TM = BM / 16, TN = BN / 16;
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[TM][TN] = {};

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && BK % 4 == 0 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && BN % 4 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage].Bs;
            {
                for (int i = tid * 4; i < BM * BK; i += 256 * 4) {
                    __pipeline_memcpy_async(&As[i / BK][i % BK],
                                            &A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK],
                                            sizeof(float4));
                }
            }
            {
                for (int i = tid * 4; i < BK * BN; i += 256 * 4) {
                    __pipeline_memcpy_async(&Bs[i / BN][i % BN],
                                            &B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage].Bs;
            for (int k = 0; k < BK; ++k)
                for (int i = 0; i < TM; ++i)
                    for (int j = 0; j < TN; ++j)
                        acc[i][j] += As[ty * TM + i][k] * Bs[k][tx * TN + j];
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
        auto &As = kp_As[0].As;
        auto &Bs = kp_Bs[0].Bs;
        for (int k0 = 0; k0 < K; k0 += BK) {
            for (int i = tid; i < BM * BK; i += 256)
                As[i / BK][i % BK] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
            for (int i = tid; i < BK * BN; i += 256)
                Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
            __syncthreads();
            for (int k = 0; k < BK; ++k)
                for (int i = 0; i < TM; ++i)
                    for (int j = 0; j < TN; ++j)
                        acc[i][j] += As[ty * TM + i][k] * Bs[k][tx * TN + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K)
{
    sgemm<64, 64, 16><<<dim3(N / 64, M / 64), 256>>>(A, B, C, N, K);
}
