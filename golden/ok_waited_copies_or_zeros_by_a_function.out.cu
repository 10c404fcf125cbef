// The address is made by a function.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ unsigned shared_address(const void *p)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
#define COPY4(to, from) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(to), "l"(from))
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        if (i + t < n)
            COPY4(shared_address(&s[t]), &x[i + t]);
        else
            s[t] = 0.0f;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
