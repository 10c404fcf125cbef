// kpipe: -- -isystem places
// A closure has a copy of the object, which ends with it.
#include <ends.h>
__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    ends::ticket e = {y, nullptr};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        auto close = [e] { return 1; };
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
