// Asynchronous copies that the warp waits for at once.
#include <cuda_pipeline_primitives.h>
__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ float part[4][64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 64) {
        __pipeline_memcpy_async(&part[warp][lane], &A[row * K + k + lane], 4);
        __pipeline_memcpy_async(&part[warp][lane + 32], &A[row * K + k + lane + 32], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp();
        for (int i = 0; i < 64; i++)
            sum += part[warp][i] * x[(k + i) * 32 + lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}
void launch(const float *A, const float *x, float *y, int rows, int K)
{
    rows_1d<<<rows / 4, 128>>>(A, x, y, K);
}
