// Matrices are loaded by whole rows, and so are conflicts: 8 rows of 128 bytes begin in one bank.
#include <cuda_fp16.h>
#include <mma.h>

__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C,
                     int n, int k)
{
    __shared__ half As[64][64];
    __shared__ half Bs[64][64];
    using namespace nvcuda;
    const int t = threadIdx.x, warp = t / 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;

    wmma::fill_fragment(acc, 0.0f);
    for (int k0 = 0; k0 < k; k0 += 64) {
        for (int i = t; i < 64 * 8; i += 128) {
            *(float4 *)&As[i / 8][i % 8 * 8] =
                *(const float4 *)&A[(blockIdx.y * 64 + i / 8) * k + k0 + i % 8 * 8];
            *(float4 *)&Bs[i / 8][i % 8 * 8] =
                *(const float4 *)&B[(k0 + i / 8) * n + blockIdx.x * 64 + i % 8 * 8];
        }
        __syncthreads();
        for (int i = 0; i < 64; i += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;

            wmma::load_matrix_sync(a, &As[warp * 16][i], 64);
            wmma::load_matrix_sync(b, &Bs[i][0], 64);
            wmma::mma_sync(acc, a, b, acc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(&C[(blockIdx.y * 64 + warp * 16) * n + blockIdx.x * 64], acc, n,
                            wmma::mem_row_major);
}

void run(const half *A, const half *B, float *C, int n, int k)
{
    gemm<<<dim3(n / 64, n / 64), 128>>>(A, B, C, n, k);
}
