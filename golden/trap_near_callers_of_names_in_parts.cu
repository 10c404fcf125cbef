// kpipe: --variant cp-async
// No words of the file make the function's name; of strings no names are made.
#include <cstdio>

#define JOIN(a, b) a##b

static __device__ float weighted(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 512; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
        __syncthreads();
    }
    return sum;
}

struct listed {
    const float *from;
    float sum = JOIN(1.0, f);
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    const int t = threadIdx.x;
    float sum = weighted(x, 2);
    listed a{x};

    if (sum < 0.0f)
        printf("\u00b5 be\
low %g", sum);
    y[blockIdx.x * 128 + t] = sum + a.sum * a.JOIN(fr, om)[0];
}
