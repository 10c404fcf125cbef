// kpipe: --variant cp-async
// No words of the file make the function's name; of strings no names are made.
#include <cstdio>
#include <cuda_pipeline_primitives.h>

#define JOIN(a, b) a##b

static __device__ float weighted(const float *a, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
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
