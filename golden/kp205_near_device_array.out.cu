// A __device__ array that nothing in this loop writes is plain global memory.
#include <cuda_pipeline_primitives.h>

__device__ float weights[65536];

__global__ void fir(const float *__restrict__ x, float *__restrict__ y, int taps)
{
    __shared__ __align__(128) float kp_ws[2][128];
    const int t = threadIdx.x;
    const int i = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        __pipeline_memcpy_async(&ws[t], &weights[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += x[i + k + j] * ws[j];
    };
    {
        int k = 0;
        if (k < taps) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < taps; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[i] = sum;
}
