#include <stddef.h>

// Direct 3x3 convolution, NCHW.
void conv2d_implicit_ref(const float *x, const float *w, float *y, int images, int C, int H, int W,
                         int OC, int OH, int OW, int stride, int pad)
{
    for (int n = 0; n < images; ++n)
        for (int oc = 0; oc < OC; ++oc)
            for (int oh = 0; oh < OH; ++oh)
                for (int ow = 0; ow < OW; ++ow) {
                    double sum = 0.0;
                    for (int c = 0; c < C; ++c)
                        for (int r = 0; r < 3; ++r)
                            for (int s = 0; s < 3; ++s) {
                                const int ih = oh * stride - pad + r;
                                const int iw = ow * stride - pad + s;
                                if (ih < 0 || ih >= H || iw < 0 || iw >= W)
                                    continue;
                                sum += (double)x[(((size_t)n * C + c) * H + ih) * W + iw] *
                                       w[(((size_t)oc * C + c) * 3 + r) * 3 + s];
                            }
                    y[(((size_t)n * OC + oc) * OH + oh) * OW + ow] = (float)sum;
                }
}
