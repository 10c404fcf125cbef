// The variable is set under a condition.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int tx = kp_x;
                    const int ty = kp_y;
                    const int row = blockIdx.y * 16 + ty;
                    if (k0 + tx < K)
                        __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k0 + tx], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&As[ty][tx]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * 16 + tx;
                    if (k0 + ty < K)
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k0 + ty) * N + col], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[ty][tx]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int k = 0; k < 16; ++k)
                sum += As[ty][k] * Bs[k][tx];
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
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k0 = 0; k0 < K; k0 += 16) {
            float a = 0.0f;
            float b = 0.0f;
            if (k0 + tx < K)
                a = A[row * K + k0 + tx];
            if (k0 + ty < K)
                b = B[(k0 + ty) * N + col];
            As[ty][tx] = a;
            Bs[ty][tx] = b;
            __syncthreads();
            for (int k = 0; k < 16; ++k)
                sum += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
