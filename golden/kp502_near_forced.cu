// kpipe: --stages 2 --variant cp-async
// The same, on the user's own wish.
__global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ float As[96][32];
    __shared__ float Bs[32][64];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 96 + ty, col = blockIdx.x * 64 + tx;
    float sum[12][2] = {};

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = 0; i < 96; i += 8)
            As[ty + i][tx] = A[(row + i) * K + k0 + tx];
        for (int i = 0; i < 32; i += 8)
            for (int j = 0; j < 64; j += 32)
                Bs[ty + i][tx + j] = B[(k0 + ty + i) * N + col + j];
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 12; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[ty + 8 * i][k] * Bs[k][tx + 32 * j];
        __syncthreads();
    }
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + 8 * i) * N + col + 32 * j] = sum[i][j];
}
