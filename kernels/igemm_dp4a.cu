// C = A * B^T for int8 with int32 accumulation; four products per __dp4a. A is [M][K], B is [N][K],
// both read as 32-bit words of four values. M, N, K multiples of 64.
#define BM 64
#define BN 64
#define BK 64
#define BKW (BK / 4) // words per tile row
#define THREADS 256

__global__ void __launch_bounds__(THREADS)
    igemm_dp4a(const signed char *__restrict__ A, const signed char *__restrict__ B,
               int *__restrict__ C, int N, int K)
{
    __shared__ int As[BM][BKW + 1];
    __shared__ int Bs[BN][BKW + 1];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const int *a_words = reinterpret_cast<const int *>(A + (size_t)blockIdx.y * BM * K);
    const int *b_words = reinterpret_cast<const int *>(B + (size_t)blockIdx.x * BN * K);
    const int kw = K / 4;
    int acc[4][4] = {};

    for (int k0 = 0; k0 < kw; k0 += BKW) {
        for (int i = tid; i < BM * BKW; i += THREADS)
            As[i / BKW][i % BKW] = a_words[i / BKW * kw + k0 + i % BKW];
        for (int i = tid; i < BN * BKW; i += THREADS)
            Bs[i / BKW][i % BKW] = b_words[i / BKW * kw + k0 + i % BKW];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BKW; ++k) {
            int a[4], b[4];
            for (int i = 0; i < 4; ++i)
                a[i] = As[ty + i * 16][k];
            for (int j = 0; j < 4; ++j)
                b[j] = Bs[tx + j * 16][k];
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(size_t)(blockIdx.y * BM + ty + i * 16) * N + blockIdx.x * BN + tx + j * 16] =
                acc[i][j];
}

void launch_igemm_dp4a(const signed char *A, const signed char *B, int *C, int M, int N, int K,
                       cudaStream_t stream)
{
    igemm_dp4a<<<dim3(N / BN, M / BM), THREADS, 0, stream>>>(A, B, C, N, K);
}
