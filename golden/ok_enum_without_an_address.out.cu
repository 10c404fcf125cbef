// As trap_enum_with_an_address, but the operator is the one of two operands.
#include <cuda_pipeline_primitives.h>

enum class code : int {};

__device__ code operator&(code a, code b)
{
    return code(int(a) & int(b));
}

__global__ void gemv(const float *__restrict__ A, const code *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) code kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(sizeof(code) == 4, "kpipe: sizeof(code) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(code));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * int(xs[j]);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
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
    y[t] = sum;
}
