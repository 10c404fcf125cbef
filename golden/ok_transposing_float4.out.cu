// A is transposed on the way through a float4 temporary, B is copied.
#include <cuda_pipeline_primitives.h>

#define BM 64
#define BN 64
#define BK 16

__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][BK * BM];
    __shared__ __align__(128) float kp_Bs[2][BK * BN];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4;
    const int br = tid / 16, bc = tid % 16;
    float acc[4][4] = {};

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    static_assert(BK == 16 && BM == 64 && BN == 64,
                  "kpipe: BK, BM or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage];
        kp_r0 = reinterpret_cast<const float4 *>(&A[ar * K + ac * 4])[0];
        __pipeline_memcpy_async(&reinterpret_cast<float4 *>(&Bs[br * BN + bc * 4])[0],
                                &reinterpret_cast<const float4 *>(&B[br * N + bc * 4])[0],
                                sizeof(float4));

        A += BK;
        B += BK * N;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k * BM + ty * 4 + i] * Bs[k * BN + tx * 4 + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float4 tmp = kp_r0;
        As[(ac * 4 + 0) * BM + ar] = tmp.x;
        As[(ac * 4 + 1) * BM + ar] = tmp.y;
        As[(ac * 4 + 2) * BM + ar] = tmp.z;
        As[(ac * 4 + 3) * BM + ar] = tmp.w;
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
