// The header defines the keyword in another build.
#include "places/odd.h"
__global__ void k(const float *x, float *y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
