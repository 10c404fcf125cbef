// A macro of a header names the array in text that another build compiles: the array stays where it is.
#include "builds/names_an_array.h"

__shared__ float tile[64];

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

#ifdef DEBUG
__global__ void first(float *y)
{
    y[0] = TILE[0];
}
#endif
