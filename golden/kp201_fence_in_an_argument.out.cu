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
    __shared__ __align__(128) float kp_tile[2][T];
    float sum = 0;

    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load(), inlined
            const float *kp_in0 = a + k;
            {
                const float *a = kp_in0;
                kp_r0 = a[threadIdx.x];
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < T; j++)
            sum += tile[j] * (j ^ threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        { // load(), inlined
            {
                tile[threadIdx.x] = kp_r0;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[threadIdx.x] = sum;
}
