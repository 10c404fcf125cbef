// kpipe: --variant cp-async --no-widen
// p keeps its value between the name and its use: the zeros are 128 elements behind the copies.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) apart(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][384];
    int t = threadIdx.x;
    float acc = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        int p = 0;
        p += 128;
        int r = p + t + 128;
        __pipeline_memcpy_async(&s[p + t], &A[k + t], sizeof(float));
        if (t & 1)
            s[r] = 0;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += s[128 + (j ^ t)] * j + s[257 + (j & 126)];
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
    C[blockIdx.x * 128 + t] = acc;
}
