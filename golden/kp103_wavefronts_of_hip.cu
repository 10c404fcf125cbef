// A wavefront may have 64 lanes, of which the parts of two are filled.
#include <hip/hip_runtime.h>
#define WARPS 4
#define TILE 64

__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ float part[WARPS][TILE];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * WARPS + warp;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE) {
        part[warp][lane] = A[row * K + k + lane];
        part[warp][lane + 32] = A[row * K + k + lane + 32];
        __syncwarp();
        for (int i = 0; i < TILE; i++)
            sum += part[warp][i] * x[(k + i) * 32 + lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}

void launch(const float *A, const float *x, float *y, int rows, int K)
{
    rows_1d<<<rows / WARPS, 32 * WARPS>>>(A, x, y, K);
}
