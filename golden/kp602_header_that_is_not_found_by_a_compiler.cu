// The compiler's own names may differ between its passes.
#include "builds/of_a_compiler.h"
__global__ void k(const part *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ part m[128];
    float s = 0;
    for (int k0 = 0; k0 < n; k0 += 128) {
        m[threadIdx.x] = in[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += m[j].x * m[j].y;
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
