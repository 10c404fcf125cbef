// Two stages of both tiles would cost a block per SM. One of them has two, the other one keeps one.
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
            int K)
{
    __shared__ float As[32][32];
    __shared__ float Bs[32][32];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum[2][2] = {};

    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) {
                As[ty + 16 * i][tx + 16 * j] = A[(row + ty + 16 * i) * K + k0 + tx + 16 * j];
                Bs[ty + 16 * i][tx + 16 * j] = B[(k0 + ty + 16 * i) * N + col + tx + 16 * j];
            }
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + ty + 16 * i) * N + col + tx + 16 * j] = sum[i][j];
}

void launch_product(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 32, M / 32), 256>>>(A, B, C, N, K);
}
