// Counters declared at the top, C style, and used by both phases.
#include <cuda_pipeline_primitives.h>

#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    int i, k, k0;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (i = ty; i < T; i += 4)
            __pipeline_memcpy_async(&As[i][tx], &A[(row - ty + i) * K + k0 + tx], sizeof(float));
        for (i = ty; i < T; i += 4)
            __pipeline_memcpy_async(&Bs[i][tx], &B[(k0 + i) * N + col], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (i = 0; i < T; i += 4)
            for (k = 0; k < T; ++k)
                sum += As[ty + i][k] * Bs[k][tx];
    };
    k0 = 0;
    if (k0 < K) {
        int kp_stage = 0;
        kp_load(kp_stage);
        __pipeline_wait_prior(0);
        __syncthreads();
        for (k0 += T; k0 < K; k0 += T) {
            kp_load(kp_stage ^ 1);
            kp_compute(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    C[row * N + col] = sum + i + k + k0;
}
