// kpipe: --layout auto
// Each lane stores two sums of a line: what rows of 16 elements cost, and longer ones, is counted.
#include <mma.h>
using namespace nvcuda;
__global__ void k(const float *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ half s[16][16];
    __shared__ float r[16][16];
    const int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = t; j < 256; j += 32)
            s[j / 16][j % 16] = B[i * 256 + j];
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.0f);
        wmma::load_matrix_sync(a, &s[0][0], 16);
        wmma::load_matrix_sync(b, &s[0][0], 16);
        wmma::mma_sync(c, a, b, c);
        wmma::store_matrix_sync(&r[0][0], c, 16, wmma::mem_row_major);
        __syncwarp();
        for (int j = 0; j < 16; ++j)
            sum += r[t % 16][j];
        __syncthreads();
    }
    C[t] = sum;
}
void run(const float *A, const half *B, float *C, int n) { k<<<1, 32>>>(A, B, C, n); }
