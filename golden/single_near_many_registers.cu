// The same with __launch_bounds__: ptxas knows that it may take more registers.
__global__ __launch_bounds__(256) void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N)
{
    __shared__ float As[8][160], Bs[8][256];
    float acc[10][16] = {};

    for (int k = 0; k < K; k += 8) {
        for (int i = 0; i < 10; ++i)
            if (threadIdx.x < 128)
                As[threadIdx.x / 16][threadIdx.x % 16 + i * 16] = 2 * A[(k + threadIdx.x / 16) * 160 + threadIdx.x % 16 + i * 16];
        for (int i = 0; i < 8; ++i)
            Bs[i][threadIdx.x] = 2 * B[(k + i) * N + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 8; ++j)
            for (int y = 0; y < 10; ++y)
                for (int x = 0; x < 16; ++x)
                    acc[y][x] += As[j][threadIdx.x / 16 * 10 + y] * Bs[j][threadIdx.x % 16 * 16 + x];
        __syncthreads();
    }
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 16; ++x)
            C[(threadIdx.x / 16 * 10 + y) * N + threadIdx.x % 16 * 16 + x] = acc[y][x];
}

void run(const float *A, const float *B, float *C, int K)
{
    product<<<1, 256>>>(A, B, C, K, 256);
}
