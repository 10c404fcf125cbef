// Tensor cores compute on the tiles; accumulators stay in registers.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void hgemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C,
                      int N, int K)
{
    __shared__ __align__(16) half As[64][16];
    __shared__ __align__(16) half Bs[16][64];
    const int t = threadIdx.x, warp = t / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];

    for (int j = 0; j < 4; ++j)
        wmma::fill_fragment(c[j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 16) {
        *(uint4 *)&As[t / 2][t % 2 * 8] =
            *(const uint4 *)&A[(blockIdx.y * 64 + t / 2) * K + k0 + t % 2 * 8];
        *(uint4 *)&Bs[t / 8][t % 8 * 8] =
            *(const uint4 *)&B[(k0 + t / 8) * N + blockIdx.x * 64 + t % 8 * 8];
        __syncthreads();
        wmma::load_matrix_sync(a, &As[warp * 16][0], 16);
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(b, &Bs[0][j * 16], 64);
            wmma::mma_sync(c[j], a, b, c[j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j)
        wmma::store_matrix_sync(&C[(blockIdx.y * 64 + warp * 16) * N + blockIdx.x * 64 + j * 16],
                                c[j], N, wmma::mem_row_major);
}
