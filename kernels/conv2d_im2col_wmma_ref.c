#include <stddef.h>

// Direct 3x3 convolution, NHWC, stride 1, zero padding 1; w is [3][3][C][OC].
void conv2d_im2col_wmma_ref(const _Float16 *x, const _Float16 *w, float *y, int images, int H,
                            int W, int C, int OC)
{
    for (int n = 0; n < images; ++n)
        for (int oh = 0; oh < H; ++oh)
            for (int ow = 0; ow < W; ++ow)
                for (int oc = 0; oc < OC; ++oc) {
                    double sum = 0.0;
                    for (int r = 0; r < 3; ++r)
                        for (int s = 0; s < 3; ++s) {
                            const int ih = oh + r - 1;
                            const int iw = ow + s - 1;
                            if (ih < 0 || ih >= H || iw < 0 || iw >= W)
                                continue;
                            for (int c = 0; c < C; ++c)
                                sum += (double)x[(((size_t)n * H + ih) * W + iw) * C + c] *
                                       (double)w[((size_t)(r * 3 + s) * C + c) * OC + oc];
                        }
                    y[(((size_t)n * H + oh) * W + ow) * OC + oc] = (float)sum;
                }
}
