// The macro that half of all tutorials use.
#include <cuda_pipeline_primitives.h>

#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])

__global__ void sgemm(float *__restrict__ A, float *__restrict__ B, float *__restrict__ C, int N,
                      int K)
{
    __shared__ __align__(128) float kp_As[2][64][16];
    __shared__ __align__(128) float kp_Bs[2][16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4 * 4;
    const int br = tid / 16, bc = tid % 16 * 4;
    float acc[4][4] = {};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        __pipeline_memcpy_async(&FETCH_FLOAT4(As[ar][ac]), &FETCH_FLOAT4(A[ar * K + ac + k0]),
                                sizeof(float4));
        __pipeline_memcpy_async(&FETCH_FLOAT4(Bs[br][bc]), &FETCH_FLOAT4(B[(k0 + br) * N + bc]),
                                sizeof(float4));
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
        FETCH_FLOAT4(C[(ty * 4 + i) * N + tx * 4]) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
