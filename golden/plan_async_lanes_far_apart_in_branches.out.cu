// kpipe: --arch sm_90
// As in plan_async_lanes_far_apart, but threads beyond the first 256 leave the copy loop early, and ends are zeros: by registers
// each load would have branches of its own.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *A, const float *B, float *C, int M, int K)
{
    __shared__ __align__(128) float kp_As[2][16][64], kp_As_Bs[2][16][64];
    const int t = threadIdx.x, x = t % 16, y = t / 16;
    float sum[4][4] = {};

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int i = t; i < 16 * 64; i += 256) {
            if (blockIdx.y * 64 + i % 64 < M && k0 + i / 64 < K)
                __pipeline_memcpy_async(&As[i / 64][i % 64],
                                        &A[(blockIdx.y * 64 + i % 64) * K + k0 + i / 64],
                                        sizeof(float));
            else
                As[i / 64][i % 64] = 0;
            __pipeline_memcpy_async(&Bs[i / 64][i % 64],
                                    &B[(blockIdx.x * 64 + i % 64) * K + k0 + i / 64],
                                    sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 16; i++)
                sum[i / 4][i % 4] += As[k][y * 4 + i / 4] * Bs[k][x * 4 + i % 4];
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
    for (int i = 0; i < 16; i++)
        C[(blockIdx.y * 64 + y * 4 + i / 4) * gridDim.x * 64 + blockIdx.x * 64 + x * 4 + i % 4] = sum[i / 4][i % 4];
}

void run(const float *A, const float *B, float *C, int N, int K)
{
    product<<<dim3(N / 64, N / 64), 256>>>(A, B, C, N, K);
}
