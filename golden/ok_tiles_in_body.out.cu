// Tiles declared in the body.
#include <cuda_pipeline_primitives.h>

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][16][16];
    __shared__ struct alignas(128) { float Bs[16][16 + 1]; } kp_Bs[2];
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * 16 + ty;
                    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k0 + tx], sizeof(float4));
                }
            }
            kp_r0 = B[(k0 + ty) * N + col];
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage].Bs;
            for (int k = 0; k < 16; ++k)
                sum += As[ty][k] * Bs[tx][k];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_Bs[kp_stage].Bs;
            Bs[tx][ty] = kp_r0;
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_fetch(k0, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 16; k0 < K; k0 += 16) {
                    kp_fetch(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0].Bs;
        for (int k0 = 0; k0 < K; k0 += 16) {
            As[ty][tx] = A[row * K + k0 + tx];
            Bs[tx][ty] = B[(k0 + ty) * N + col];
            __syncthreads();
            for (int k = 0; k < 16; ++k)
                sum += As[ty][k] * Bs[tx][k];
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
