// The carry flag is set in the statement that reads it.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const int *__restrict__ at, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        unsigned i, carry;
        asm volatile("add.cc.u32 %0, %2, %3;\n\t"
                     "addc.u32 %1, 0, 0;" : "=r"(i), "=r"(carry) : "r"(t - 128), "r"(64 + (k & 128)));
        __pipeline_memcpy_async(&xs[t], &x[k + (i & 127)], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        unsigned i, carry;
        asm volatile("add.cc.u32 %0, %2, %3;\n\t"
                     "addc.u32 %1, 0, 0;" : "=r"(i), "=r"(carry) : "r"(t - 128), "r"(64 + (k & 128)));
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        sum += carry;
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
    y[row] = sum;
}
