// kpipe: --arch sm_90 --explain --no-widen
// Eight of them have scoreboards enough: the lanes' lines decide.
constexpr int BM = 64, BN = 64, BK = 4;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[BK][BM], Bs[BK][BN];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx;
    float acc[8][8] = {0.0f};

    for (int k = 0; k < K; k += BK) {
        for (int i = t; i < BK * BM; i += 64) {
            const int row = blockIdx.y * BM + i % BM, col = k + i / BM;
            if (row < M && col < K)
                As[i / BM][i % BM] = A[row * K + col];
            else
                As[i / BM][i % BM] = 0.0f;
        }
        for (int i = t; i < BK * BN; i += 64) {
            const int row = k + i / BN, col = blockIdx.x * BN + i % BN;
            if (row < K && col < N)
                Bs[i / BN][i % BN] = B[row * N + col];
            else
                Bs[i / BN][i % BN] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < BK; j++)
            for (int m = 0; m < 8; m++)
                for (int n = 0; n < 8; n++)
                    acc[m][n] += As[j][ty * 8 + m] * Bs[j][tx * 8 + n];
        __syncthreads();
    }
    for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++)
            if (blockIdx.y * BM + ty * 8 + m < M && blockIdx.x * BN + tx * 8 + n < N)
                C[(blockIdx.y * BM + ty * 8 + m) * N + blockIdx.x * BN + tx * 8 + n] = acc[m][n];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), dim3(8, 8)>>>(A, B, C, M, N, K);
}
