// Kernels that take cuSPARSE's enumerations.
#include <cusparse.h>
#include <cuda_pipeline_primitives.h>

__global__ void bsrmv(cusparseDirection_t direction, cusparseOperation_t operation,
                      cusparseIndexBase_t base, const float *__restrict__ blocks,
                      const int *__restrict__ columns, const float *__restrict__ x,
                      float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int b, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int column = columns[blockIdx.x * n + b] - base;

        __pipeline_memcpy_async(&xs[threadIdx.x], &x[column * 64 + threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int b, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int k = 0; k < 64; k++)
            sum += xs[k] * (direction == CUSPARSE_DIRECTION_ROW
                                ? blocks[(b * 64 + threadIdx.x) * 64 + k]
                                : blocks[(b * 64 + k) * 64 + threadIdx.x]);
    };
    {
        int b = 0;
        if (b < n) {
            int kp_stage = 0;
            kp_load(b, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_b = b;
            for (b++; b < n; b++) {
                kp_load(b, kp_stage ^ 1);
                kp_compute(kp_b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_b = b;
                kp_stage ^= 1;
            }
            kp_compute(kp_b, kp_stage);
            __syncthreads();
        }
    }
    if (operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
        y[blockIdx.x * 64 + threadIdx.x] = sum;
}
