// 3x3 convolution as an implicit GEMM: rows are output channels, columns output pixels of all
// images, K runs over (channel, r, s). x is NCHW, w is [OC][C][3][3], y is NCHW; any sizes.
#define BM 64
#define BN 64
#define BK 16
#define THREADS 256

__global__ void __launch_bounds__(THREADS)
    conv2d_implicit(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y,
                    int images, int C, int H, int W, int OC, int OH, int OW, int stride, int pad)
{
    __shared__ float ws[BK][BM + 1];
    __shared__ float xs[BK][BN];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const int oc0 = blockIdx.y * BM;
    const int K = C * 9;
    const int pixels = images * OH * OW;

    // The pixel that this thread gathers for is the same in every tile.
    const int gather_n = tid % BN;
    const int pixel = blockIdx.x * BN + gather_n;
    const int image = pixel / (OH * OW);
    const int ih0 = pixel / OW % OH * stride - pad;
    const int iw0 = pixel % OW * stride - pad;
    const float *x_image = x + (size_t)image * C * H * W;

    float acc[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK; i += THREADS) {
            const int m = i / BK;
            const int k = i % BK;
            if (oc0 + m < OC && k0 + k < K)
                ws[k][m] = w[(oc0 + m) * K + k0 + k];
            else
                ws[k][m] = 0.0f;
        }
        for (int kk = tid / BN; kk < BK; kk += THREADS / BN) {
            const int k = k0 + kk;
            const int c = k / 9;
            const int ih = ih0 + k % 9 / 3;
            const int iw = iw0 + k % 3;
            if (pixel < pixels && k < K && ih >= 0 && ih < H && iw >= 0 && iw < W)
                xs[kk][gather_n] = x_image[(c * H + ih) * W + iw];
            else
                xs[kk][gather_n] = 0.0f;
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += ws[k][ty * 4 + i] * xs[k][tx + j * 16];
        }
        __syncthreads();
    }

    for (int j = 0; j < 4; ++j) {
        const int p = blockIdx.x * BN + tx + j * 16;
        if (p >= pixels)
            continue;
        float *out = y + (size_t)(p / (OH * OW)) * OC * OH * OW + p % (OH * OW);
        for (int i = 0; i < 4; ++i) {
            const int oc = oc0 + ty * 4 + i;
            if (oc < OC)
                out[(size_t)oc * OH * OW] = acc[i][j];
        }
    }
}

void launch_conv2d_implicit(const float *x, const float *w, float *y, int images, int C, int H,
                            int W, int OC, int stride, int pad, cudaStream_t stream)
{
    const int OH = (H + 2 * pad - 3) / stride + 1;
    const int OW = (W + 2 * pad - 3) / stride + 1;
    const dim3 grid((images * OH * OW + BN - 1) / BN, (OC + BM - 1) / BM);
    conv2d_implicit<<<grid, THREADS, 0, stream>>>(x, w, y, images, C, H, W, OC, OH, OW, stride,
                                                  pad);
}
