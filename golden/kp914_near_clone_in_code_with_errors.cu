// kpipe: --layout auto
// The parser does not know the header. Each mention of the kernel's name is known: the clone, and the kernel.
#include <cuda_fp16.h>
#include <mma.h>
#include <type_traits>
using namespace nvcuda;

template <int W>
__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, half *C, int M, int N, int K)
{
    __shared__ half s_a[64][W], s_b[W][32];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, w = tid / 32;
    const int am = tid / 4, ak = tid % 4 * 4, bk = tid / 16, bn = tid % 16 * 2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;

    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += W) {
        *(float2 *)&s_a[am][ak] = *(const float2 *)&A[(blockIdx.y * 64 + am) * K + k + ak];
        *(half2 *)&s_b[bk][bn] = *(const half2 *)&B[(k + bk) * N + blockIdx.x * 32 + bn];
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &s_a[w / 2 * 16][0], W);
        wmma::load_matrix_sync(b, &s_b[0][w % 2 * 16], 32);
        wmma::mma_sync(c, a, b, c);
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (blockIdx.y * 64 + w / 2 * 16) * N + blockIdx.x * 32 + w % 2 * 16, c, N,
                            wmma::mem_row_major);
}

void launch(const half *A, const half *B, half *C, int M, int N, int K)
{
    gemm<16><<<dim3(N / 32, M / 64), dim3(256)>>>(A, B, C, M, N, K);
}

bool is_real()
{
    return std::is_floating_point<float>::value;
}
