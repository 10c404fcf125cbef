// 96 accumulators in blocks of 512 threads, which have 128 registers each. Nobody says how large the blocks of other launches are.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[8][192], Bs[8][256];
    float sum[12][8] = {};
    int x = threadIdx.x % 32, y = threadIdx.x / 32;

    for (int k = 0; k < n; k += 8) {
        for (int i = threadIdx.x; i < 8 * 192; i += 512)
            As[i / 192][i % 192] = A[(k + i / 192) * n + blockIdx.y * 192 + i % 192];
        for (int i = threadIdx.x; i < 8 * 256; i += 512)
            Bs[i / 256][i % 256] = B[(k + i / 256) * n + blockIdx.x * 256 + i % 256];
        __syncthreads();
        for (int p = 0; p < 8; p++)
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 8; j++)
                    sum[i][j] += As[p][y * 12 + i] * Bs[p][x * 8 + j];
        __syncthreads();
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 8; j++)
            C[(blockIdx.y * 192 + y * 12 + i) * n + blockIdx.x * 256 + x * 8 + j] = sum[i][j];
}

void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 256, n / 192), 512>>>(A, B, C, n);
}
