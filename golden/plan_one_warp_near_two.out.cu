// Blocks of two warps, each of which makes half of the rows: cp.async.
#include <cuda_pipeline_primitives.h>

__global__ void mm(const float *A, const float *B, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][16][8];
    __shared__ __align__(128) float kp_Bs[2][8][16];
    int t = threadIdx.x;
    float acc[8] = {};
    bool first = threadIdx.y == 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        if (first) __pipeline_memcpy_async(&As[t / 2][t % 2 * 4],
                                &A[(blockIdx.y * 16 + t / 2) * n + k0 + t % 2 * 4], sizeof(float4));
        if (first) __pipeline_memcpy_async(&Bs[t / 4][t % 4 * 4],
                                &B[(k0 + t / 4) * n + blockIdx.x * 16 + t % 4 * 4], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = threadIdx.y; i < 8; i += 2)
            for (int k = 0; k < 8; ++k)
                acc[i] += As[t / 16 + i * 2][k] * Bs[k][t % 16];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 8; k0 < n; k0 += 8) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = threadIdx.y; i < 8; i += 2)
        C[(blockIdx.y * 16 + t / 16 + i * 2) * n + blockIdx.x * 16 + t % 16] = acc[i];
}

void run(const float *A, const float *B, float *C, int n)
{
    mm<<<dim3(n / 16, n / 16), dim3(32, 2)>>>(A, B, C, n);
}
