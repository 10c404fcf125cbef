// 16-byte copies through reinterpret_cast.
#include <cuda_pipeline_primitives.h>

__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][64][16];
    __shared__ __align__(16) float kp_Bs[2][16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4 * 4;
    const int br = tid / 16, bc = tid % 16 * 4;
    float acc[4][4] = {};

    A += (blockIdx.y * 64 + ar) * K + ac;
    B += br * N + blockIdx.x * 64 + bc;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        __pipeline_memcpy_async(&As[ar][ac], &A[k0], sizeof(float4));
        __pipeline_memcpy_async(&Bs[br][bc], &B[k0 * N], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < 16; ++k)
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
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_load(k0, kp_stage ^ 1);
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
