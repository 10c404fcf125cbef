// The parameter has no name, and evaluating its argument orders memory, waits for the grid, or ends the program: the
// call stays, or what it is given.
#include <cooperative_groups.h>

#define T 128

__device__ void load(float *tile, const float *a, int)
{
    tile[threadIdx.x] = a[threadIdx.x];
}

__global__ void fences(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float tile[T];
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        load(tile, a + k, (__threadfence(), 1));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += tile[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}

__global__ void waits(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float tile[T];
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        load(tile, a + k, (cooperative_groups::this_grid().sync(), 1));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += tile[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}

__global__ void traps(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float tile[T];
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        load(tile, a + k, (__trap(), 1));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += tile[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}

__global__ void asks(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float tile[T];
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        load(tile, a + k, cooperative_groups::this_thread_block().thread_rank());
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += tile[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}
