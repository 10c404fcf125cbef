// The lines of a matrix are further apart than the part is wide: some are other warps'.
#include <mma.h>
using namespace nvcuda;
__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) half As[4][16][16];
    __shared__ __align__(32) half Bs[4][16][16];
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    const int row = blockIdx.y * 16, col = (blockIdx.x * 4 + w) * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);

    for (int k = 0; k < K; k += 16) {
        for (int i = lane; i < 256; i += 32) {
            As[w][i / 16][i % 16] = A[(row + i / 16) * K + k + i % 16];
            Bs[w][i / 16][i % 16] = B[(k + i / 16) * N + col + i % 16];
        }
        __syncwarp();
        wmma::load_matrix_sync(a, &As[w][0][0], 16);
        wmma::load_matrix_sync(b, &Bs[w][0][0], 32);
        wmma::mma_sync(c, a, b, c);
        __syncwarp();
    }
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

void run(const half *A, const half *B, float *C, int N, int K)
{
    gemm<<<dim3(N / 64, N / 16), 128>>>(A, B, C, N, K);
}
