// Macros of included files named like ours: output does not compile. emit/names.c. default, ring; needs hdr2.h
#include "hdr2.h"
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * 3;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
