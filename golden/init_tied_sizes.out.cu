// As courses hand it out: the rows of B are the columns of A, but they are two arguments.
#include <cuda_pipeline_primitives.h>

#define TILE 16

__global__ void product(const float *A, const float *B, float *C, int rowsA, int colsA, int rowsB,
                        int colsB)
{
    __shared__ __align__(16) float kp_As[2][TILE][TILE], kp_As_Bs[2][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && colsA % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && colsB % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * TILE + ty;
                    if (row < rowsA && k + tx < colsA)
                        __pipeline_memcpy_async(&As[ty][tx], &A[row * colsA + k + tx], sizeof(float4));
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
                    const int col = blockIdx.x * TILE + tx;
                    if (k + ty < colsA && col < colsB)
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * colsB + col],
                                                sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[ty][tx]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < TILE; i++)
                sum += As[ty][i] * Bs[i][tx];
        };
        {
            int k = 0;
            if (k < colsA) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < colsA; k += TILE) {
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
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < colsA; k += TILE) {
            As[ty][tx] = row < rowsA && k + tx < colsA ? A[row * colsA + k + tx] : 0;
            Bs[ty][tx] = k + ty < colsA && col < colsB ? B[(k + ty) * colsB + col] : 0;
            __syncthreads();
            for (int i = 0; i < TILE; i++)
                sum += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    if (row < rowsA && col < colsB)
        C[row * colsB + col] = sum;
}

void run(const float *hA, const float *hB, float *hC, int rowsA, int colsA, int rowsB, int colsB)
{
    float *A, *B, *C;

    cudaMalloc(&A, rowsA * colsA * sizeof(float));
    cudaMalloc(&B, rowsB * colsB * sizeof(float));
    cudaMalloc(&C, rowsA * colsB * sizeof(float));
    dim3 block(TILE, TILE), grid(ceil(colsB / (float)TILE), ceil((1.0 * rowsA) / TILE), 1);
    product<<<grid, block>>>(A, B, C, rowsA, colsA, rowsB, colsB);
}
