// C = A * B, 128x128 tile per block, 8x8 outputs per thread, 16-byte copies. A is stored transposed
// so that the compute phase reads both tiles along rows. M, N multiples of 128, K of 8.
constexpr int BM = 128;
constexpr int BN = 128;
constexpr int BK = 8;
constexpr int TM = 8;
constexpr int TN = 8;

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
#define CONST_FLOAT4(x) (*reinterpret_cast<const float4 *>(&(x)))

__global__ void __launch_bounds__(256)
    sgemm_128x128x8(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                    int N, int K)
{
    __shared__ __align__(16) float As[BK][BM];
    __shared__ __align__(16) float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tx = tid % (BN / TN);
    const int ty = tid / (BN / TN);

    // One float4 of each tile per thread.
    const int a_row = tid / (BK / 4);
    const int a_col = tid % (BK / 4) * 4;
    const int b_row = tid / (BN / 4);
    const int b_col = tid % (BN / 4) * 4;

    A += (size_t)blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

    float acc[TM][TN] = {};
    float a_frag[TM];
    float b_frag[TN];

    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 a = CONST_FLOAT4(A[a_row * K + a_col]);
        As[a_col + 0][a_row] = a.x;
        As[a_col + 1][a_row] = a.y;
        As[a_col + 2][a_row] = a.z;
        As[a_col + 3][a_row] = a.w;
        FLOAT4(Bs[b_row][b_col]) = CONST_FLOAT4(B[b_row * N + b_col]);
        __syncthreads();

        A += BK;
        B += BK * N;

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            FLOAT4(a_frag[0]) = FLOAT4(As[k][ty * TM]);
            FLOAT4(a_frag[4]) = FLOAT4(As[k][ty * TM + 4]);
            FLOAT4(b_frag[0]) = FLOAT4(Bs[k][tx * 4]);
            FLOAT4(b_frag[4]) = FLOAT4(Bs[k][tx * 4 + BN / 2]);
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        __syncthreads();
    }

    // Each thread owns two groups of four columns, half a tile apart, to keep reads conflict-free.
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        float *row = C + (size_t)(ty * TM + i) * N;
        *reinterpret_cast<float4 *>(row + tx * 4) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4 *>(row + tx * 4 + BN / 2) =
            make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

void launch_sgemm_128x128x8(const float *A, const float *B, float *C, int M, int N, int K,
                            cudaStream_t stream)
{
    const dim3 grid(N / BN, M / BM);
    sgemm_128x128x8<<<grid, 256, 0, stream>>>(A, B, C, N, K);
}
