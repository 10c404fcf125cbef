// kpipe: --arch sm_75
// 20 KB per block: three blocks per SM on sm_75. 40 KB leave one, and the headers of the copy loops are
// none that staging registers could count.
__global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ float As[96][32];
    __shared__ float Bs[32][64];
    const int t = threadIdx.x, tx = t % 32, ty = t / 32;
    const int row = blockIdx.y * 96 + ty, col = blockIdx.x * 64 + tx;
    float sum[12][2] = {};

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = t, end = 96 * 32; i < end; i += blockDim.x)
            As[i / 32][i % 32] = A[(row - ty + i / 32) * K + k0 + i % 32];
        for (int i = t, end = 32 * 64; i < end; i += blockDim.x)
            Bs[i / 64][i % 64] = B[(k0 + i / 64) * N + col - tx + i % 64];
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
