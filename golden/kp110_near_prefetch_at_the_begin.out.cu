// kpipe: --prefetch replace
// Registers that are stored at the begin of the next iteration, element by element.
#include <cuda_pipeline_primitives.h>

#define BK 8
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][64][BK];
    __shared__ __align__(16) float kp_Bs[2][BK][64];
    const int t = threadIdx.x, ty = t / 16, tx = t % 16;
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[4][4] = {};

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BK == 8, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 2; i += 4) {
                    __pipeline_memcpy_async(&As[(t + i * 256) / BK][(t + i * 256) % BK],
                                            &A[(row + (t + i * 256) / BK) * K + k + (t + i * 256) % BK],
                                            sizeof(float4));
                    __pipeline_memcpy_async(&Bs[(t + i * 256) / 64][(t + i * 256) % 64],
                                            &B[(k + (t + i * 256) / 64) * N + col + (t + i * 256) % 64],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int kk = 0; kk < BK; ++kk)
                for (int i = 0; i < 4; ++i)
                    for (int j = 0; j < 4; ++j)
                        acc[i][j] += As[ty * 4 + i][kk] * Bs[kk][tx * 4 + j];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += BK; k < K; k += BK) {
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
        float ra[2], rb[2];
        for (int i = 0; i < 2; ++i) {
            ra[i] = A[(row + (t + i * 256) / BK) * K + (t + i * 256) % BK];
            rb[i] = B[((t + i * 256) / 64) * N + col + (t + i * 256) % 64];
        }
        for (int k = 0; k < K; k += BK) {
            for (int i = 0; i < 2; ++i) {
                As[(t + i * 256) / BK][(t + i * 256) % BK] = ra[i];
                Bs[(t + i * 256) / 64][(t + i * 256) % 64] = rb[i];
            }
            __syncthreads();
            if (k + BK < K) {
                for (int i = 0; i < 2; ++i) {
                    ra[i] = A[(row + (t + i * 256) / BK) * K + (k + BK) + (t + i * 256) % BK];
                    rb[i] = B[((k + BK) + (t + i * 256) / 64) * N + col + (t + i * 256) % 64];
                }
            }
            for (int kk = 0; kk < BK; ++kk)
                for (int i = 0; i < 4; ++i)
                    for (int j = 0; j < 4; ++j)
                        acc[i][j] += As[ty * 4 + i][kk] * Bs[kk][tx * 4 + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + ty * 4 + i) * N + col + tx * 4 + j] = acc[i][j];
}
