// kpipe: --stages 2
// A header that is not found may define anything, and undefine it: the output asks at its top, in
// front of all headers, for the builds that read one.
#include "builds/of_a_port.h"
#if defined(WITH_CHECKS) && !defined(FAST_BUILD)
#include "checks_that_are_not_here.h"
#else
#define CHECK(x)
#endif
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
