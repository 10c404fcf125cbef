// kpipe: -- -I places
// The call is no constant: its value at run time is another.
#include <where.h>
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[512];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 512) {
        for (int j = t; j < twice(); j += 128)
            s[j] = x[i + j];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
