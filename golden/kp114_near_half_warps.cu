// Two rows of 16 threads are a warp, which has both of their parts.
#define WARPS 4
#define TILE 32

__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ float part[WARPS][TILE];
    int warp = threadIdx.y, lane = threadIdx.x;
    int row = blockIdx.x * WARPS + warp;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE) {
        part[warp][lane] = A[row * K + k + lane];
        part[warp][lane + 16] = A[row * K + k + lane + 16];
        __syncwarp();
        for (int i = 0; i < TILE; i++)
            sum += part[warp][i] * x[(k + i) * 32 + lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}

void launch(const float *A, const float *x, float *y, int rows, int K)
{
    rows_1d<<<rows / WARPS, dim3(16, WARPS)>>>(A, x, y, K);
}
