// mma.h and the matrix instructions.
#include "check.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <class T, class ACC, int M, int N, int K, class LA, class LB>
__device__ void product(uint32_t *out, const uint32_t *in, unsigned *failed)
{
    __shared__ __align__(32) T a[M * K], b[K * N];
    __shared__ __align__(32) ACC c[M * N];
    __syncthreads();
    for (int i = threadIdx.x; i < M * K; i += blockDim.x)
        a[i] = T((int)((i * 7 + in[i % 64]) % 5));
    for (int i = threadIdx.x; i < K * N; i += blockDim.x)
        b[i] = T((int)((i * 3 + in[i % 32]) % 4));
    __syncthreads();
    if (threadIdx.x < 32) {
        using TT = T;
        wmma::fragment<wmma::matrix_a, M, N, K, TT, LA> fa;
        wmma::fragment<wmma::matrix_b, M, N, K, TT, LB> fb;
        wmma::fragment<wmma::accumulator, M, N, K, ACC> fc;
        wmma::fill_fragment(fc, ACC(2));
        wmma::load_matrix_sync(fa, a, std::is_same<LA, wmma::row_major>::value ? K : M);
        wmma::load_matrix_sync(fb, b, std::is_same<LB, wmma::row_major>::value ? N : K);
        wmma::mma_sync(fc, fa, fb, fc);
        for (int i = 0; i < fc.num_elements; i++)
            fc.x[i] = fc.x[i] * ACC(2);
        wmma::store_matrix_sync(c, fc, N, wmma::mem_row_major);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < M * N; i += blockDim.x) {
        int r = i / N, col = i % N;
        double want = 2;
        for (int k = 0; k < K; k++)
            want += (double)(float)a[std::is_same<LA, wmma::row_major>::value ? r * K + k : k * M + r] *
                    (double)(float)b[std::is_same<LB, wmma::row_major>::value ? k * N + col : col * K + k];
        near(M * 10000 + N * 100 + K, (double)(float)c[i], 2 * want);
    }
    __syncthreads();
}

KERNEL(wmma_half)
{
    product<half, float, 16, 16, 16, wmma::row_major, wmma::col_major>(out, in, failed);
    product<half, float, 16, 16, 16, wmma::col_major, wmma::row_major>(out, in, failed);
    product<half, float, 32, 8, 16, wmma::row_major, wmma::row_major>(out, in, failed);
    product<half, half, 8, 32, 16, wmma::col_major, wmma::col_major>(out, in, failed);
}

KERNEL(wmma_bytes)
{
    product<signed char, int, 16, 16, 16, wmma::row_major, wmma::col_major>(out, in, failed);
    product<unsigned char, int, 32, 8, 16, wmma::row_major, wmma::col_major>(out, in, failed);
    product<signed char, int, 8, 32, 16, wmma::col_major, wmma::row_major>(out, in, failed);
}

#if __CUDA_ARCH__ >= 800
KERNEL(wmma_wide)
{
    product<__nv_bfloat16, float, 16, 16, 16, wmma::row_major, wmma::col_major>(out, in, failed);
    product<__nv_bfloat16, float, 8, 32, 16, wmma::row_major, wmma::col_major>(out, in, failed);
    product<double, double, 8, 8, 4, wmma::row_major, wmma::col_major>(out, in, failed);
}

KERNEL(wmma_tf32)
{
    __shared__ __align__(32) float a[16 * 8], b[8 * 16], c[16 * 16];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        a[i] = i % 5 + 0.5f, b[i] = i % 3;
    __syncthreads();
    if (threadIdx.x < 32) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
        wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
        wmma::fill_fragment(fc, 0.0f);
        wmma::load_matrix_sync(fa, a, 8);
        wmma::load_matrix_sync(fb, b, 16);
        for (int i = 0; i < fa.num_elements; i++)
            fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        wmma::mma_sync(fc, fa, fb, fc);
        wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        float want = 0;
        for (int k = 0; k < 8; k++)
            want += a[i / 16 * 8 + k] * b[k * 16 + i % 16];
        near(1, c[i], want);
    }
}
#endif

// Four-bit numbers and bits: 8x8 outputs from rows of A and columns of B.
#if __CUDA_ARCH__ < 900
KERNEL(wmma_small)
{
    __shared__ __align__(32) uint32_t a[8 * 4], b[8 * 4];
    __shared__ __align__(32) int c[64], d[64], e[64];
    if (threadIdx.x < 32)
        a[threadIdx.x] = in[threadIdx.x] * 0x9e3779b1u, b[threadIdx.x] = in[threadIdx.x] * 0x85ebca6bu;
    __syncthreads();
    if (threadIdx.x < 32) {
        wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> fb;
        wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
        wmma::fill_fragment(fc, 1);
        wmma::load_matrix_sync(fa, a, 32);
        wmma::load_matrix_sync(fb, b, 32);
        wmma::mma_sync(fc, fa, fb, fc);
        wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
        wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> ba;
        wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> bb;
        wmma::fragment<wmma::accumulator, 8, 8, 128, int> bc;
        wmma::fill_fragment(bc, 0);
        wmma::load_matrix_sync(ba, a, 128);
        wmma::load_matrix_sync(bb, b, 128);
        wmma::bmma_sync(bc, ba, bb, bc);
        wmma::store_matrix_sync(d, bc, 8, wmma::mem_row_major);
#if __CUDA_ARCH__ >= 800
        wmma::fill_fragment(bc, 0);
        wmma::bmma_sync(bc, ba, bb, bc, wmma::experimental::bmmaBitOpAND);
        wmma::store_matrix_sync(e, bc, 8, wmma::mem_row_major);
#endif
    }
    __syncthreads();
    int r = threadIdx.x / 8, col = threadIdx.x % 8, want = 1, bits = 0, both = 0;
    for (int k = 0; k < 32; k++)
        want += ((int)(a[r * 4 + k / 8] << (28 - k % 8 * 4)) >> 28) * ((int)(b[col * 4 + k / 8] << (28 - k % 8 * 4)) >> 28);
    for (int k = 0; k < 4; k++)
        bits += __popc(a[r * 4 + k] ^ b[col * 4 + k]), both += __popc(a[r * 4 + k] & b[col * 4 + k]);
    same(2, d[threadIdx.x], bits);
#if __CUDA_ARCH__ >= 800
    same(3, e[threadIdx.x], both);
#endif
}
#endif

KERNEL(ldmatrix)
{
    __shared__ __align__(16) half tile[8 * 8 * 4];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        tile[i] = __int2half_rn(i);
    __syncthreads();
    unsigned lane = threadIdx.x % 32, r[4], t[4];
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[lane * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(at) : "memory");
    for (int k = 0; k < 4; k++) {
        half2 h = *(half2 *)&r[k], v = *(half2 *)&t[k];
        near(1, __low2float(h), k * 64 + lane / 4 * 8 + lane % 4 * 2);
        near(2, __high2float(v), k * 64 + (lane % 4 * 2 + 1) * 8 + lane / 4);
    }
#if __CUDA_ARCH__ >= 900
    __syncthreads();
    if (threadIdx.x < 32)
        asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(at),
                     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        near(3, __half2float(tile[i]), i / 64 * 64 + i % 8 * 8 + i / 8 % 8);
#endif
}
