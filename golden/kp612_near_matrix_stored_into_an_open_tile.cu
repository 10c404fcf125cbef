// The tile's size is open, and so is the type of the rewritten loop's name for it: a part of it is
// a part of an array all the same. What is stored there behind the loop reads nothing of it.
#include <mma.h>

using namespace nvcuda;

template <int N>
__global__ void f(const float *__restrict__ a, float *out, int n)
{
    __shared__ float tile[N][N];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    float sum = 0;

    for (int s = 0; s < n; s += N) {
        tile[threadIdx.y][threadIdx.x] = a[n * threadIdx.y + s + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < N; k++)
            sum += tile[threadIdx.y][k];
        __syncthreads();
    }
    wmma::fill_fragment(c, sum);
    wmma::store_matrix_sync(&tile[0][0], c, N, wmma::mem_row_major);
    __syncthreads();
    out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
