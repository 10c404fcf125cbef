// kpipe: --prefetch replace
// One tile is stored as it is loaded, the other one is transposed. Pointers move on.
#include <cuda_pipeline_primitives.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][128 * 8];
    __shared__ __align__(16) float kp_Bs[2][8 * 128];
    const int t = threadIdx.x, ty = t / 16, tx = t % 16;
    float acc[8][8] = {};
    A += blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    float4 a;

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage];
        {
            kp_r0 = *(const float4 *)&A[(t / 2) * K + (t % 2) * 4];
        }
        __pipeline_memcpy_async(&Bs[(t / 32) * 128 + (t % 32) * 4], &B[(t / 32) * N + (t % 32) * 4],
                                sizeof(float4));
        A += 8;
        B += 8 * N;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 8; ++i)
                for (int q = 0; q < 8; ++q)
                    acc[i][q] += As[j * 128 + ty * 8 + i] * Bs[j * 128 + tx * 8 + q];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        {
            a = kp_r0;
        }
        As[((t % 2) * 4 + 0) * 128 + t / 2] = a.x;
        As[((t % 2) * 4 + 1) * 128 + t / 2] = a.y;
        As[((t % 2) * 4 + 2) * 128 + t / 2] = a.z;
        As[((t % 2) * 4 + 3) * 128 + t / 2] = a.w;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 8; k < K; k += 8) {
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
    C += blockIdx.y * 128 * N + blockIdx.x * 128;
    for (int i = 0; i < 8; ++i)
        for (int q = 0; q < 8; ++q)
            C[(ty * 8 + i) * N + tx * 8 + q] = acc[i][q];
}
