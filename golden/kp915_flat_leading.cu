// kpipe: --layout auto
// One matrix consists of every second row.
#include <mma.h>
using namespace nvcuda;
__global__ void __launch_bounds__(128) mul_rows(const half *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(32) half As[64 * 64];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < n; k += 64) {
        for (int i = threadIdx.x; i < 64 * 8; i += 128)
            *(int4 *)&As[i / 8 * 64 + i % 8 * 8] = *(const int4 *)&A[(size_t)(blockIdx.x * 64 + i / 8) * n + k + i % 8 * 8];
        __syncthreads();
        for (int kk = 0; kk < 64; kk += 16) {
            wmma::load_matrix_sync(a, &As[warp * 16 * 64 + kk], 128);
            wmma::load_matrix_sync(b, &As[warp * 16 * 64 + kk], 64);
            wmma::mma_sync(c, a, b, c);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (blockIdx.x * 4 + warp) * 256, c, 16, wmma::mem_row_major);
}
