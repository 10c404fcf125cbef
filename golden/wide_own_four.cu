// Each thread copies four elements in a row, under a guard: one vector of its own.
#define BM 64
#define BN 64
#define BK 16
__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];
    int tid = threadIdx.x;
    int tx = tid % 16, ty = tid / 16;
    float acc[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = 0; i < 4; i++)
            As[tid / 4][(tid % 4) * 4 + i] =
                blockIdx.y * BM + tid / 4 < M && k0 + (tid % 4) * 4 + i < K
                    ? A[(blockIdx.y * BM + tid / 4) * K + k0 + (tid % 4) * 4 + i]
                    : 0.0f;
        for (int i = 0; i < 4; i++)
            Bs[tid / 16][(tid % 16) * 4 + i] = B[(k0 + tid / 16) * N + blockIdx.x * BN + (tid % 16) * 4 + i];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    gemm<<<dim3(N / BN, M / BM), 256>>>(A, B, C, M, N, K);
}
