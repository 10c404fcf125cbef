// C = A * B, 128x128 tile per block, 8x8 outputs per thread. The tile of A keeps its rows, padded
// by four floats against bank conflicts: both tiles are copied 16 bytes at a time. M, N multiples
// of 128, K of 16.
constexpr int BM = 128;
constexpr int BN = 128;
constexpr int BK = 16;
constexpr int TM = 8;
constexpr int TN = 8;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    sgemm_128x128x16(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[BM][BK + 4];
    __shared__ __align__(16) float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tx = tid % (BN / TN);
    const int ty = tid / (BN / TN);
    const float *a_tile = A + (size_t)blockIdx.y * BM * K;
    const float *b_tile = B + blockIdx.x * BN;

    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK / 4; i += THREADS) {
            const int row = i / (BK / 4);
            const int col = i % (BK / 4) * 4;
            *reinterpret_cast<float4 *>(&As[row][col]) =
                *reinterpret_cast<const float4 *>(&a_tile[(size_t)row * K + k0 + col]);
        }
        for (int i = tid; i < BK * BN / 4; i += THREADS) {
            const int row = i / (BN / 4);
            const int col = i % (BN / 4) * 4;
            *reinterpret_cast<float4 *>(&Bs[row][col]) =
                *reinterpret_cast<const float4 *>(&b_tile[(size_t)(k0 + row) * N + col]);
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM];
            float b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a[i] = As[ty * TM + i][k];
            *reinterpret_cast<float4 *>(&b[0]) = *reinterpret_cast<float4 *>(&Bs[k][tx * 4]);
            *reinterpret_cast<float4 *>(&b[4]) =
                *reinterpret_cast<float4 *>(&Bs[k][tx * 4 + BN / 2]);
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    // Two groups of four columns, half a tile apart, as in b.
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        float *row = C + (size_t)(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN;
        *reinterpret_cast<float4 *>(row + tx * 4) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4 *>(row + tx * 4 + BN / 2) =
            make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

void launch_sgemm_128x128x16(const float *A, const float *B, float *C, int M, int N, int K,
                             cudaStream_t stream)
{
    const dim3 grid(N / BN, M / BM);
    sgemm_128x128x16<<<grid, THREADS, 0, stream>>>(A, B, C, N, K);
}
