// Another build reads a header that takes the macro away.
#include "builds/types_by_two_configs.h"
__global__ void k(const value_of_config *x, value_of_config *y, int n)
{
    __shared__ value_of_config s[128];
    const int t = threadIdx.x;
    value_of_config acc = 0;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
