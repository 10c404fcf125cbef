// Copy loops that ask whether the next step fits: `offset + stride <= rows`. The rows are no multiple
// of the stride: the last ones stay as they are in every iteration.
#include <cuda_pipeline_primitives.h>

template <int BM, int BN, int BK, int THREADS>
__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ struct alignas(128) { __align__(16) float As[BK * BM]; } kp_As[2];
    __shared__ struct alignas(128) { __align__(16) float Bs[BK * BN]; } kp_Bs[2];
    constexpr unsigned strideA = THREADS * 4 / BK;
    constexpr unsigned strideB = THREADS / (BN / 4);
    const unsigned rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
    const unsigned rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float acc[4][4] = {};

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    static_assert(BM == 64 && BN == 64 && BK == 16 && THREADS == 256,
                  "kpipe: BM, BN, BK or THREADS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[(BM + strideA - 1) / strideA];
    auto kp_fetch = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage].Bs;
        #pragma unroll
        for (unsigned offset = 0, kp_i = 0; kp_i < (BM + strideA - 1) / strideA; offset += strideA, ++kp_i) {
            if (offset + strideA > BM)
                continue;
            kp_r0[kp_i] = reinterpret_cast<const float4 *>(&A[(rowA + offset) * K + colA * 4])[0];
        }
        for (unsigned offset = 0; offset + strideB <= BK; offset += strideB)
            __pipeline_memcpy_async(&reinterpret_cast<float4 *>(&Bs[(rowB + offset) * BN + colB * 4])[0],
                                    &reinterpret_cast<const float4 *>(&B[(rowB + offset) * N + colB * 4])[0],
                                    sizeof(float4));
        A += BK;
        B += BK * N;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k * BM + ty * 4 + i] * Bs[k * BN + tx * 4 + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        #pragma unroll
        for (unsigned offset = 0, kp_i = 0; kp_i < (BM + strideA - 1) / strideA; offset += strideA, ++kp_i) {
            if (offset + strideA > BM)
                continue;
            const float4 v = kp_r0[kp_i];
            As[(colA * 4 + 0) * BM + rowA + offset] = v.x;
            As[(colA * 4 + 1) * BM + rowA + offset] = v.y;
            As[(colA * 4 + 2) * BM + rowA + offset] = v.z;
            As[(colA * 4 + 3) * BM + rowA + offset] = v.w;
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_fetch(kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}

template __global__ void gemm<64, 64, 16, 256>(const float *, const float *, float *, int, int);
