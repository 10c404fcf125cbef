// kpipe: -- -isystem places
// Headers that are no part of the program name another kernel: all launches of this one are here.
static __device__ void part(const float *x, float *y, int n)
{
    y[n] = x[n];
}

#include <callers.h>

static __global__ void some_sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    void *all[] = {&x, &y, &n};

    some_sums<<<8, 128, 512>>>(x, y, n);
    UNLIKE_OTHER_LAUNCH;
}
