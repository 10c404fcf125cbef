// kpipe: -- -isystem places
// The ends of a library's objects that run behind the loop, or in front of it, are code like any other.
#include <ends.h>
__global__ void behind(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    ends::ticket e = ends::draw(y);
    y[blockIdx.x * 128 + t] = sum;
}

// It ends behind the loop: there is a barrier in front of its end.
__global__ void around(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    ends::ticket e = {y, nullptr};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
