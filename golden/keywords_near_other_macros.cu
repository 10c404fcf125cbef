// A macro of the header has a keyword, and is not named here: there is no device code.
#include "builds/near_keywords.h"

GLOBAL_KERNEL void gemv(const float *x, const float *w, float *y, int n)
{
    LOCAL_MEMORY float xs[128];
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        for (int t = 0; t < 128; ++t)
            xs[t] = x[k + t];
        FENCE;
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * w[k + j];
        FENCE;
    }
    *y = sum;
}
