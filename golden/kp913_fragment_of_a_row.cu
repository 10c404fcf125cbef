// kpipe: --layout auto
// The type of a fragment has the length of the rows.
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 64;

__global__ void __launch_bounds__(128)
    igemm(const signed char *__restrict__ A, const signed char *__restrict__ B, int *__restrict__ C, int N,
          int K)
{
    __shared__ __align__(32) signed char As[BM][BK];
    __shared__ __align__(32) signed char Bs[BN][BK];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, sizeof(As[0]) == 64 ? 16 : 32, sizeof(As[0]) == 64 ? 16 : 8, 16, int> acc[4];

    for (int j = 0; j < 4; j++)
        wmma::fill_fragment(acc[j], 0);
    for (int k = 0; k < K; k += BK) {
        for (int i = threadIdx.x; i < BM * BK / 16; i += 128) {
            *(int4 *)&As[i / 4][i % 4 * 16] = *(const int4 *)&A[(size_t)(blockIdx.y * BM + i / 4) * K + k + i % 4 * 16];
            *(int4 *)&Bs[i / 4][i % 4 * 16] = *(const int4 *)&B[(size_t)(blockIdx.x * BN + i / 4) * K + k + i % 4 * 16];
        }
        __syncthreads();
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;

            wmma::load_matrix_sync(a, &As[warp * 16][kk], BK);
            for (int j = 0; j < 4; j++) {
                wmma::load_matrix_sync(b, &Bs[j * 16][kk], BK);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(C + (size_t)(blockIdx.y * BM + warp * 16) * N + blockIdx.x * BN + j * 16, acc[j], N,
                                wmma::mem_row_major);
}
