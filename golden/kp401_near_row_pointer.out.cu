// A pointer into the tile that is made once and only indexed: it moves along with the buffer.
#include <cuda_pipeline_primitives.h>

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][16][16];
    auto &As = kp_As[0];
    __shared__ __align__(16) float kp_Bs[2][16][16];
    auto &Bs = kp_Bs[0];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const float *a_row = As[ty];
    const float *b_col = &Bs[0][tx];
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_a_row = a_row;
        auto kp_b_col = b_col;
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
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
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k0 + ty) * N + col], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto a_row = (decltype(kp_a_row))((char *)kp_a_row + kp_stage * sizeof(kp_As[0]));
            auto b_col = (decltype(kp_b_col))((char *)kp_b_col + kp_stage * sizeof(kp_Bs[0]));
            for (int k = 0; k < 16; ++k)
                sum += a_row[k] * b_col[k * 16];
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
        auto &Bs = kp_Bs[0];
        for (int k0 = 0; k0 < K; k0 += 16) {
            As[ty][tx] = A[row * K + k0 + tx];
            Bs[ty][tx] = B[(k0 + ty) * N + col];
            __syncthreads();
            for (int k = 0; k < 16; ++k)
                sum += a_row[k] * b_col[k * 16];
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
