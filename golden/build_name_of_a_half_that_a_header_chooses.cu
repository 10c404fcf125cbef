// Another build has floats: the copies of 16 bytes are of eight halves, and an assertion asks for these.
#include "builds/half_or_float.h"
__global__ void gemv(const real *__restrict__ x, real *__restrict__ y, int n)
{
    __shared__ real xs[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += float(xs[j]) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const real *x, real *y, int n) { gemv<<<8, 128>>>(x, y, n); }
