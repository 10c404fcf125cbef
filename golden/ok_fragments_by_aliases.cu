// The aliases stand for instances of a template of CUDA's: the output asks for them in full.
#include <mma.h>

namespace parts
{
using left = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>;
using right = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::row_major>;
using sums = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;
}

__global__ void __launch_bounds__(32) product(const __half *__restrict__ A, const __half *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __half As[256], Bs[256];
    parts::sums c;

    nvcuda::wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < 256; i += 32) {
            As[i] = A[k * 256 + i];
            Bs[i] = B[k * 256 + i];
        }
        __syncthreads();
        parts::left a;
        parts::right b;
        nvcuda::wmma::load_matrix_sync(a, As, 16);
        nvcuda::wmma::load_matrix_sync(b, Bs, 16);
        nvcuda::wmma::mma_sync(c, a, b, c);
        __syncthreads();
    }
    nvcuda::wmma::store_matrix_sync(C, c, 16, nvcuda::wmma::mem_row_major);
}
