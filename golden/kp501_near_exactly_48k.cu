// 24 KB of tiles: two buffers are 48 KB to the byte. One block of 1024 threads per SM either way.
__global__ void __launch_bounds__(1024)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ float As[64][32];
    __shared__ float Bs[32][128];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 64 + ty, col = blockIdx.x * 128 + tx;
    float sum[2][4] = {};

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = 0; i < 2; ++i)
            As[ty + 32 * i][tx] = A[(row + 32 * i) * K + k0 + tx];
        for (int j = 0; j < 4; ++j)
            Bs[ty][tx + 32 * j] = B[(k0 + ty) * N + col + 32 * j];
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j)
                    sum[i][j] += As[ty + 32 * i][k] * Bs[k][tx + 32 * j];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + 32 * i) * N + col + 32 * j] = sum[i][j];
}
