// 20 KB per block of 64 threads: four blocks, eight warps. Two stages of both tiles would leave two blocks,
// which is too few warps; two of the small tile cost nothing.
__global__ void __launch_bounds__(64)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
            int K)
{
    __shared__ float As[8][32];
    __shared__ float Bs[32][152];
    const int t = threadIdx.x;
    const int row = blockIdx.y * 8, col = blockIdx.x * 152;
    float sum[8][2] = {};

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = t; i < 8 * 32; i += 64)
            As[i / 32][i % 32] = A[(row + i / 32) * K + k0 + i % 32];
        for (int i = t; i < 32 * 152; i += 64)
            Bs[i / 152][i % 152] = B[(k0 + i / 152) * N + col + i % 152];
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[i][k] * Bs[k][t + 64 * j];
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + i) * N + col + t + 64 * j] = sum[i][j];
}

void launch_product(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 152, M / 8), 64>>>(A, B, C, N, K);
}
