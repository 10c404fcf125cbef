// Beside its part of the tile each warp has one for what its lanes exchange.
__global__ void scratch(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    __shared__ float tile[4][64], part[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
        tile[warp][lane] = A[row * K + k + lane];
        tile[warp][lane + 32] = A[row * K + k + lane + 32];
        __syncwarp();
        float s = 0;
        for (int i = 0; i < 64; i++)
            s += tile[warp][(i + lane) % 64] * x[(k + i) * 32 + lane];
        part[warp][lane] = s;
        __syncwarp();
        sum += part[warp][31 - lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}
void launch(const float *A, const float *x, float *y, int rows, int K) { scratch<<<rows / 4, 128>>>(A, x, y, K); }
