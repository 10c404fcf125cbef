// kpipe: -- -I places/vendors
// In the folder of -I the header is what <cuda.h> means, in the header itself, too.
#include "places/vendors/cuda.h"

__global__ void __launch_bounds__(128)
    mirror(element *__restrict__ y, const element *__restrict__ x, int n)
{
    __shared__ element s[128];
    const int t = threadIdx.x;
    element last = element();

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        last = s[127 - t];
        __syncthreads();
    }
    y[t] = last;
}
