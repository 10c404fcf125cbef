// C = A * B^T for int8 on tensor cores. A is [M][K], B is [N][K]. M multiple of 128, N and K of 64.
#include <mma.h>

using namespace nvcuda;

enum { BM = 128, BN = 64, BK = 64, PAD = 16, THREADS = 256 };

__global__ void __launch_bounds__(THREADS)
    igemm_wmma(const signed char *__restrict__ A, const signed char *__restrict__ B,
               int *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) signed char As[BM][BK + PAD];
    __shared__ __align__(32) signed char Bs[BN][BK + PAD];

    const int tid = threadIdx.x;
    const int warp_m = tid / 64 * 32;
    const int warp_n = tid / 32 % 2 * 32;
    const int row = tid / (BK / 16);
    const int col = tid % (BK / 16) * 16;
    const signed char *a_src = A + (size_t)(blockIdx.y * BM + row) * K + col;
    const signed char *b_src = B + (size_t)(blockIdx.x * BN + row) * K + col;

    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::fill_fragment(acc[i][j], 0);

    const int tiles = K / BK;
    for (int t = 0; t < tiles; ++t) {
        // 256 threads of 16 bytes fill 64 rows: the A tile takes two rounds.
        *(int4 *)&As[row][col] = *(const int4 *)a_src;
        *(int4 *)&As[row + 64][col] = *(const int4 *)(a_src + (size_t)64 * K);
        *(int4 *)&Bs[row][col] = *(const int4 *)b_src;
        a_src += BK;
        b_src += BK;
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b[2];
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(a[i], &As[warp_m + i * 16][kk], BK + PAD);
                wmma::load_matrix_sync(b[i], &Bs[warp_n + i * 16][kk], BK + PAD);
            }
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    int *out = C + (size_t)(blockIdx.y * BM + warp_m) * N + blockIdx.x * BN + warp_n;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(out + (size_t)i * 16 * N + j * 16, acc[i][j], N,
                                    wmma::mem_row_major);
}

void launch_igemm_wmma(const signed char *A, const signed char *B, int *C, int M, int N, int K,
                       cudaStream_t stream)
{
    const dim3 grid(N / BN, M / BM);
    igemm_wmma<<<grid, THREADS, 0, stream>>>(A, B, C, N, K);
}
