// 6 KB per block: the six blocks that 256 threads allow still fit with two buffers.
__global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ float As[32][16];
    __shared__ float Bs[16][64];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 64 + tx;
    float sum[2][4] = {};

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = 0; i < 2; ++i)
            As[ty + 16 * i][tx] = A[(row + 16 * i) * K + k0 + tx];
        for (int j = 0; j < 4; ++j)
            Bs[ty][tx + 16 * j] = B[(k0 + ty) * N + col + 16 * j];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j)
                    sum[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + 16 * i) * N + col + 16 * j] = sum[i][j];
}
