// C = A * B with a deep tile, 128x128x32: 34 KB of shared memory per block. M, N multiples of 128,
// K of 32.
constexpr int BM = 128;
constexpr int BN = 128;
constexpr int BK = 32;
constexpr int THREADS = 256;

__global__ void __launch_bounds__(THREADS)
    over_cliff(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
               int N, int K)
{
    __shared__ __align__(16) float As[BM][BK + 4];
    __shared__ __align__(16) float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const float *a_src = A + (size_t)(blockIdx.y * BM) * K;
    const float *b_src = B + blockIdx.x * BN;
    float acc[8][8] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int i = 0; i < BM * BK / 4 / THREADS; ++i) {
            const int r = (tid + i * THREADS) / (BK / 4);
            const int c = (tid + i * THREADS) % (BK / 4) * 4;
            *(float4 *)&As[r][c] = *(const float4 *)&a_src[(size_t)r * K + k0 + c];
        }
#pragma unroll
        for (int i = 0; i < BK * BN / 4 / THREADS; ++i) {
            const int r = (tid + i * THREADS) / (BN / 4);
            const int c = (tid + i * THREADS) % (BN / 4) * 4;
            *(float4 *)&Bs[r][c] = *(const float4 *)&b_src[(size_t)(k0 + r) * N + c];
        }
        __syncthreads();

#pragma unroll 8
        for (int k = 0; k < BK; ++k) {
            float a[8], b[8];
            for (int i = 0; i < 8; ++i)
                a[i] = As[ty + i * 16][k];
            for (int j = 0; j < 8; ++j)
                b[j] = Bs[k][tx + j * 16];
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            C[(size_t)(blockIdx.y * BM + ty + i * 16) * N + blockIdx.x * BN + tx + j * 16] =
                acc[i][j];
}

void launch_over_cliff(const float *A, const float *B, float *C, int M, int N, int K,
                       cudaStream_t stream)
{
    over_cliff<<<dim3(N / BN, M / BM), THREADS, 0, stream>>>(A, B, C, N, K);
}
