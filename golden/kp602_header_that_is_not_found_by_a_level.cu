// kpipe: -- -DTRACE_LEVEL=1
// What the level stands for may be a name. Nor is the text known that this branch would be analysed
// with.
#if TRACE_LEVEL > 2
#include "trace_that_is_not_here.h"
#endif
__global__ void k(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float m[128];
    float s = 0;
    for (int k0 = 0; k0 < n; k0 += 128) {
        m[threadIdx.x] = in[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += m[j] * m[127-j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
