// A tile's size rests on a template's parameter, so that its stages are structs. What is behind the loop stores results in the
// tile, by a call, and reads them again.
#include <mma.h>

template <int M>
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ half As[M * 16];
    const int t = threadIdx.x;
    float acc = 0;
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, M, 16, 16, half> c;

    nvcuda::wmma::fill_fragment(c, __float2half(0.0f));
    for (int s = 0; s < n; s += 256) {
        As[t] = a[s + t];
        __syncthreads();
        for (int q = 0; q < M * 16; q++)
            acc += (float)As[q];
        __syncthreads();
    }
    nvcuda::wmma::store_matrix_sync(&As[0], c, 16, nvcuda::wmma::mem_row_major);
    __syncthreads();
    out[t] = acc + (float)As[t];
}
