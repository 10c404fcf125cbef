// The assertion is a statement of its own: it stays in the compute phase, and the copies are inlined without it.
#include <assert.h>

template <typename T>
__device__ void fill(const T *src, T *dst, const unsigned tile)
{
    const unsigned threads = blockDim.x;

    assert(tile % threads == 0);
    for (unsigned i = threadIdx.x; i < tile; i += threads)
        dst[i] = src[i];
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        fill(x + k, xs, 128);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n) { gemv<<<8, 128>>>(x, y, n); }
