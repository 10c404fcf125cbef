// The elements of a fragment are in the fragment, whatever its sizes are.
#include <mma.h>

using namespace nvcuda;

template <int M, int N, int K>
__global__ void product(const float *A, float *__restrict__ C, int n)
{
    __shared__ float As[16][8 + 4];
    wmma::fragment<wmma::accumulator, M, N, K, float> c;
    wmma::fill_fragment(c, 0.0f);
    int tx = threadIdx.x;

    for (int k0 = 0; k0 < n; k0 += 8) {
        for (int i = tx; i < 128; i += 32)
            As[i / 8][i % 8] = A[(i / 8) * n + k0 + i % 8];
        __syncthreads();
        wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major> a;
        wmma::load_matrix_sync(a, &As[0][0], 12);
        for (int t = 0; t < a.num_elements; t++)
            a.x[t] = wmma::__float_to_tf32(a.x[t]);
        wmma::mma_sync(c, a, a, c);
        __syncthreads();
    }
    wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);
}
