// The header defines the name of its condition afterwards: in front of the loop nothing can ask for the branch.
#include "builds/steps_late.h"

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        STEP_BARRIER();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        STEP_BARRIER();
    }
    y[blockIdx.x * 128 + t] = sum;
}
