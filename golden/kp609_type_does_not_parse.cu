// The header is not found: whatever the type is, it is not the int that the parser takes for it.
#include "counters.h"
typedef my::counter counter;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        counter of_rounds(i);
        for (int j = 0; j < 128; ++j)
            acc += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
