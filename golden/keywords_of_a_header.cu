// The keywords are in the macros of a header alone, one of them in a macro of a macro.
#include "builds/keywords.h"

GLOBAL_KERNEL void gemv(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ y, int n)
{
    LOCAL_MEMORY float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        FENCE;
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * w[(k + j) * 128 + t];
        FENCE;
    }
    y[blockIdx.x * 128 + t] = sum;
}
