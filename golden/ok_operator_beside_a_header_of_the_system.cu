// kpipe: -- -isystem places
// Templates of a header of the system may call the operator of what they are given.
static __device__ void part(const float *x, float *y, int n)
{
    y[n] = x[n];
}

#include <callers.h>

namespace
{
struct sums {
    __device__ void operator()(const float *__restrict__ x, float *__restrict__ y) const
    {
        __shared__ float tile[128];
        const int t = threadIdx.x;
        float sum = 0;

        for (int k = 0; k < 512; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + t);
            __syncthreads();
        }
        y[blockIdx.x * 128 + t] = sum;
    }
};
} // namespace

__global__ void all(const float *x, float *y)
{
    sums of;

    of(x + blockIdx.x * 512, y);
}
