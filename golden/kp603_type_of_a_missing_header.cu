// Nobody knows where the source lies, as its type is in the header that is not found: that is what to
// change, and not the source.
#include "complex_of_the_project.h"

__global__ void copy(complex_number *C, const complex_number *A, int n)
{
    __shared__ complex_number s[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        s[t] = A[k + t];
        __syncthreads();
        C[k + t] = s[127 - t];
        __syncthreads();
    }
}
