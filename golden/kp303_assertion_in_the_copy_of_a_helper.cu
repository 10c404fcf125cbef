// An assertion among the copies, one that counts, and one that is not the library's.
#include <assert.h>

#define mine(condition) ((condition) ? (void)0 : failed(#condition, __LINE__))
__device__ void failed(const char *text, int line);

__device__ void in_the_loop(const float *src, float *dst, int left)
{
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
        assert(i < left);
        dst[i] = src[i];
    }
}
__device__ int calls;
__device__ void that_counts(const float *src, float *dst, int left)
{
    assert(atomicAdd(&calls, 1) < left);
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        dst[i] = src[i];
}
__device__ void of_its_own(const float *src, float *dst, int left)
{
    mine(left > 0);
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        dst[i] = src[i];
}
__device__ void of_the_tile(const float *src, float *dst, int left)
{
    assert(dst[threadIdx.x] < left);
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        dst[i] = src[i];
}

__global__ void gemv_in_the_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        in_the_loop(x + k, xs, n - k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void gemv_that_counts(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        that_counts(x + k, xs, n - k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void gemv_of_its_own(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        of_its_own(x + k, xs, n - k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void gemv_of_the_tile(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        of_the_tile(x + k, xs, n - k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    gemv_in_the_loop<<<8, 128>>>(x, y, n);
    gemv_that_counts<<<8, 128>>>(x, y, n);
    gemv_of_its_own<<<8, 128>>>(x, y, n);
    gemv_of_the_tile<<<8, 128>>>(x, y, n);
}
