// Two explicit instantiations: both budgets must hold. In the larger one, only one tile can have two buffers.
#include <cuda_pipeline_primitives.h>

template <int BM, int BN, int BK>
__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ struct alignas(128) { float As[BM][BK]; } kp_As[2];
    __shared__ float Bs[BK][BN];
    constexpr int TM = BM / 16, TN = BN / 16;
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[TM][TN] = {};

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[((BK * BN) + 256 - 1) / 256];
    auto kp_fetch = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int i = tid; i < BM * BK; i += 256)
            __pipeline_memcpy_async(&As[i / BK][i % BK],
                                    &A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK],
                                    sizeof(float));
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BK * BN) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BK * BN)
                kp_r0[kp_i] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += As[ty * TM + i][k] * Bs[k][tx * TN + j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BK * BN) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BK * BN)
                Bs[i / BN][i % BN] = kp_r0[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0, kp_stage);
            kp_store();
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_fetch(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __syncthreads();
                kp_store();
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}

template __global__ void sgemm<64, 64, 16>(const float *, const float *, float *, int, int);
template __global__ void sgemm<128, 128, 32>(const float *, const float *, float *, int, int);
