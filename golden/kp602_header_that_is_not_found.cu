// kpipe: -- -DEARLY
// Another build may define anything in a header that is not found: nothing can be asked where a
// file undefines the name by which that is read.
#include "builds/early_part.h"
#include "builds/part.h"
#include "builds/forgets_the_port.h"
#ifdef PROGRAM_PORT
#include "port_that_is_not_here.h"
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
