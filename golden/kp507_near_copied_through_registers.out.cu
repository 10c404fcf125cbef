// All components are masked, by a loop with a constant bound: unrolled, each is a constant, and the vector stays in registers.
#include <cuda_pipeline_primitives.h>

__global__ __launch_bounds__(256) void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N)
{
    __shared__ __align__(128) float kp_As[2][32][32], kp_As_Bs[2][32][32];
    const int x = threadIdx.x, y = threadIdx.y, row = y * 4 + x / 8, col = x % 8 * 4;
    float acc[4] = {};

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_As_Bs[kp_stage];
        if (k + col < K)
            kp_r0 = *reinterpret_cast<const float4 *>(&A[(blockIdx.y * 32 + row) * K + k + col]);
        else
            kp_r0 = make_float4(0, 0, 0, 0);
        __pipeline_memcpy_async(&Bs[row][col], &B[(k + row) * N + blockIdx.x * 32 + col],
                                sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 4; ++i)
                acc[i] += As[y * 4 + i][j] * Bs[j][x];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float4 a = make_float4(0, 0, 0, 0);
        a = kp_r0;
        for (int i = 0; i < 4; ++i)
            if (k + col + 4 - i > K)
                reinterpret_cast<float *>(&a)[3 - i] = 0;
        *reinterpret_cast<float4 *>(&As[row][col]) = a;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 4; ++i)
        C[(blockIdx.y * 32 + y * 4 + i) * N + blockIdx.x * 32 + x] = acc[i];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 32, M / 32), dim3(32, 8)>>>(A, B, C, K, N);
}
