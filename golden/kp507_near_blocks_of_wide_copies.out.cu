// The same product without guards: its registers leave both blocks.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][64 * 8], kp_As_Bs[2][8 * 64];
    const unsigned row = threadIdx.x / 64, col = threadIdx.x % 64;
    const unsigned row_a = threadIdx.x / 8, col_a = threadIdx.x % 8, row_b = threadIdx.x / 64, col_b = threadIdx.x % 64;
    float acc[8] = {0.0};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 512 && K % 4 == 0 &&
        __cvta_generic_to_global(A) % 16 == 0 && N % 4 == 0 &&
        __cvta_generic_to_global(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 128 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const unsigned int row_a = kp_x / 8;
                    const unsigned int col_a = kp_x % 8;
                    __pipeline_memcpy_async(&As[row_a * 8 + col_a], &A[row_a * K + col_a],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 128 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const unsigned int row_b = kp_x / 64;
                    const unsigned int col_b = kp_x % 64;
                    __pipeline_memcpy_async(&Bs[row_b * 64 + col_b], &B[row_b * N + col_b],
                                            sizeof(float4));
                }
            }
            A += 8;
            B += 8 * N;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (unsigned j = 0; j < 8; j++) {
                float b = Bs[j * 64 + col];
                for (unsigned i = 0; i < 8; i++)
                    acc[i] += As[(row * 8 + i) * 8 + j] * b;
            }
        };
        {
            unsigned k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 8; k < K; k += 8) {
                    kp_load(kp_stage ^ 1);
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
        for (unsigned k = 0; k < K; k += 8) {
            As[row_a * 8 + col_a] = A[row_a * K + col_a];
            Bs[row_b * 64 + col_b] = B[row_b * N + col_b];
            __syncthreads();
            A += 8;
            B += 8 * N;
            for (unsigned j = 0; j < 8; j++) {
                float b = Bs[j * 64 + col];
                for (unsigned i = 0; i < 8; i++)
                    acc[i] += As[(row * 8 + i) * 8 + j] * b;
            }
            __syncthreads();
        }
    }
    for (unsigned i = 0; i < 8; i++)
        if (blockIdx.y * 64 + row * 8 + i < M && blockIdx.x * 64 + col < N)
            C[(row * 8 + i) * N + col] = acc[i];
}

void run(float *A, float *B, float *C, int M, int N, int K)
{
    product<<<dim3((N + 63) / 64, (M + 63) / 64), 512>>>(A, B, C, M, N, K);
}
