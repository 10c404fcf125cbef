// One barrier of the warp in an iteration: a fast lane refills what a slow one still reads.
__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ float part[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 32) {
        part[warp][lane] = A[row * K + k + lane];
        __syncwarp();
        for (int i = 0; i < 32; i++)
            sum += part[warp][i] * x[(k + i) * 32 + lane];
    }
    y[row * 32 + lane] = sum;
}
