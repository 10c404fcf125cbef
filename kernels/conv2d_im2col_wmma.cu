// 3x3 convolution, stride 1, zero padding 1, on tensor cores: a tile of the im2col matrix is
// gathered straight into shared memory, eight channels (16 bytes) at a time. x is NHWC, w is
// [3][3][C][OC], y is NHWC in float. C is a multiple of 8, OC and images * H * W multiples of 64.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64; // output pixels
constexpr int BN = 64; // output channels
constexpr int BK = 32;
constexpr int PAD = 8;
constexpr int THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    conv2d_im2col_wmma(const half *__restrict__ x, const half *__restrict__ w,
                       float *__restrict__ y, int H, int W, int C, int OC)
{
    __shared__ __align__(32) half As[BM][BK + PAD];
    __shared__ __align__(32) half Bs[BK][BN + PAD];

    const int tid = threadIdx.x;
    const int warp_m = tid / 64 * 32;
    const int warp_n = tid / 32 % 2 * 32;
    const int p0 = blockIdx.x * BM;
    const int n0 = blockIdx.y * BN;
    const int K = 9 * C;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int i = 0; i < BM * BK / 8 / THREADS; ++i) {
            const int e = tid + i * THREADS;
            const int m = e / (BK / 8);
            const int kk = e % (BK / 8) * 8;
            const int k = k0 + kk;
            const int pixel = p0 + m;
            const int ih = pixel / W % H + k / (3 * C) - 1;
            const int iw = pixel % W + k / C % 3 - 1;
            if (k < K && ih >= 0 && ih < H && iw >= 0 && iw < W)
                *reinterpret_cast<int4 *>(&As[m][kk]) = *reinterpret_cast<const int4 *>(
                    &x[((size_t)(pixel / (H * W) * H + ih) * W + iw) * C + k % C]);
            else
                *reinterpret_cast<int4 *>(&As[m][kk]) = make_int4(0, 0, 0, 0);
        }
#pragma unroll
        for (int i = 0; i < BK * BN / 8 / THREADS; ++i) {
            const int e = tid + i * THREADS;
            const int kk = e / (BN / 8);
            const int n = e % (BN / 8) * 8;
            *reinterpret_cast<int4 *>(&Bs[kk][n]) =
                k0 + kk < K ? *reinterpret_cast<const int4 *>(&w[(size_t)(k0 + kk) * OC + n0 + n])
                            : make_int4(0, 0, 0, 0);
        }
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(a[i], &As[warp_m + i * 16][kk], BK + PAD);
                wmma::load_matrix_sync(b[i], &Bs[kk][warp_n + i * 16], BN + PAD);
            }
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(&y[(size_t)(p0 + warp_m + i * 16) * OC + n0 + warp_n + j * 16],
                                    acc[i][j], OC, wmma::mem_row_major);
}

void launch_conv2d_im2col_wmma(const half *x, const half *w, float *y, int images, int H, int W,
                               int C, int OC, cudaStream_t stream)
{
    const dim3 grid(images * H * W / BM, OC / BN);
    conv2d_im2col_wmma<<<grid, THREADS, 0, stream>>>(x, w, y, H, W, C, OC);
}
