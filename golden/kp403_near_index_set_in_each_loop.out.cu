// The indices are variables of the function, and each copy loop sets them before it uses them.
#include <cuda_pipeline_primitives.h>

__global__ void mm(const float *__restrict__ A, const float *__restrict__ B, float *C, int K)
{
    __shared__ __align__(16) float kp_As[2][32][16];
    __shared__ __align__(16) float kp_Bs[2][16][32];
    const int t = threadIdx.x;
    int row, col, at;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = K % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                for (int i = t * 4; i < 32 * 16; i += blockDim.x * 4) {
                    row = i / 16;
                    col = i % 16;
                    at = row * K + k + col;
                    if (k + col < K)
                        __pipeline_memcpy_async(&As[row][col], &A[at], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&As[row][col]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                for (int i = t * 4; i < 32 * 16; i += blockDim.x * 4) {
                    row = i / 32;
                    col = i % 32;
                    if (k + row < K)
                        __pipeline_memcpy_async(&Bs[row][col], &B[(k + row) * 32 + col],
                                                sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[row][col]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += As[t % 32][j] * Bs[j][t / 32];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < K; k += 16) {
                    kp_load(k, kp_stage ^ 1);
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
        auto &Bs = kp_Bs[0];
        for (int k = 0; k < K; k += 16) {
            for (int i = t; i < 32 * 16; i += blockDim.x) {
                row = i / 16;
                col = i % 16;
                at = row * K + k + col;
                if (k + col < K)
                    As[row][col] = A[at];
                else
                    As[row][col] = 0.0f;
            }
            for (int i = t; i < 32 * 16; i += blockDim.x) {
                row = i / 32;
                col = i % 32;
                if (k + row < K)
                    Bs[row][col] = B[(k + row) * 32 + col];
                else
                    Bs[row][col] = 0.0f;
            }
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += As[t % 32][j] * Bs[j][t / 32];
            __syncthreads();
        }
    }
    C[t] = sum;
}
