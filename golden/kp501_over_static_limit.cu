// kpipe: --variant cp-async
// 32 KB of tiles: two buffers of them do not assemble.
__global__ void __launch_bounds__(1024)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ float As[64][64];
    __shared__ float Bs[64][64];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 64 + ty, col = blockIdx.x * 64 + tx;
    float sum[2][2] = {};

    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int i = 0; i < 64; i += 32)
            for (int j = 0; j < 64; j += 32) {
                As[ty + i][tx + j] = A[(row + i) * K + k0 + tx + j];
                Bs[ty + i][tx + j] = B[(k0 + ty + i) * N + col + j];
            }
        __syncthreads();
        for (int k = 0; k < 64; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[ty + 32 * i][k] * Bs[k][tx + 32 * j];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + 32 * i) * N + col + 32 * j] = sum[i][j];
}
