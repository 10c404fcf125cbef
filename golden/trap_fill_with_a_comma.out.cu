// kpipe: --variant cp-async --stages 2
// The fill is the value behind the comma.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    comma(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        if (k + t < n)
            __pipeline_memcpy_async(&s[t], &A[k + t], sizeof(float));
        else
            s[t] = (1.0f, 0.0f);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum = sum * 0.5f + s[j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
