// What a typedef takes as an argument is nothing that it declares.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda::wmma;

__global__ void product(const half *__restrict__ a, const half *__restrict__ b, float *__restrict__ c, int n)
{
    typedef fragment<matrix_a, 16, 16, 16, half, row_major> left;
    typedef fragment<matrix_b, 16, 16, 16, half, row_major> right;
    __shared__ half as[16][16], bs[16][16];
    fragment<accumulator, 16, 16, 16, float> sum;
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    left fa;
    right fb;

    fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        for (int i = y; i < 16; i += 2) {
            as[i][x] = a[i * n + k + x];
            bs[i][x] = b[(k + i) * 16 + x];
        }
        __syncthreads();
        load_matrix_sync(fa, &as[0][0], 16);
        load_matrix_sync(fb, &bs[0][0], 16);
        mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    store_matrix_sync(c, sum, 16, mem_row_major);
}
