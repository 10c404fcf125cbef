// kpipe: --merge 2x1 --arch sm_90
// Copies of 16 bytes for merged blocks: the rows of A differ between these, and are multiples of K apart.
#define T 64
#define BK 16
__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[T][BK], Bs[BK][T];
    const int t = threadIdx.x, x = t % 16 * 4, y = t / 16 * 4, row = blockIdx.y * T, col = blockIdx.x * T;
    float sum[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = t; i < T * BK; i += 256)
            As[i / BK][i % BK] = A[(row + i / BK) * K + k0 + i % BK];
        for (int i = t; i < BK * T; i += 256)
            Bs[i / T][i % T] = B[(k0 + i / T) * N + col + i % T];
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    sum[i][j] += As[y + i][k] * Bs[k][x + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + y + i) * N + col + x + j] = sum[i][j];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / T, M / T), 256>>>(A, B, C, N, K);
}
