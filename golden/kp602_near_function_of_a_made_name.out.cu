// As kp602_function_of_a_made_name, but no name that the kernel says is made of these parts.
#ifdef SLOW
#define MAKE(name) __device__ inline float name##er(float *x, int at) { return x[at + 128] += 1; }
#else
#define MAKE(name) __device__ inline float name##er(float *x, int at) { return 1.0f + at; }
#endif
#include "builds/made_names.h"

__device__ inline float scaled(float *x, int at) { return 1.0f + at; }

__global__ void gemv(float *x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        sum += scaled(x, k + t) + xs[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
