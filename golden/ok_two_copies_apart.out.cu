// kpipe: --variant cp-async
// Two copies of a thread, which never meet: both may be cp.async.
#include <cuda_pipeline_primitives.h>

__global__ void apart(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_As[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(float));
        __pipeline_memcpy_async(&As[t + 64], &A[k + t + 64], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += As[j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}

void launch(const float *A, float *out, int n)
{
    apart<<<8, 64>>>(A, out, n);
}
