// A condition whose only side effect is the loop's own counter.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const float *a = A + row;
    float sum = 0.0f;
    int tiles = n / 128;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[t], sizeof(float));
        x += 128;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += a[j * n] * xs[j];
        a += 128 * n;
    };
    if (tiles--) {
        int kp_stage = 0;
        kp_load(kp_stage);
        __pipeline_wait_prior(0);
        __syncthreads();
        while (tiles--) {
            kp_load(kp_stage ^ 1);
            kp_compute(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
        __syncthreads();
    }
    y[row] = sum;
}
