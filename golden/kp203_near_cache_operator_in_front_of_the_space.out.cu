// A load that goes past the first-level cache is a load, and ptxas takes its operator on either side of the space.
#include <cuda_pipeline_primitives.h>

__global__ void decode(const unsigned short *__restrict__ codes, const float *__restrict__ x,
                       const float *__restrict__ book, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j) {
            float v, w, u;
            const float *at = book + codes[(k + j) * 128 + t];
            asm volatile("ld.cg.global.f32 %0, [%1];" : "=f"(v) : "l"(at));
            asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(w) : "l"(at + 1));
            asm volatile("ld.cs.f32 %0, [%1];" : "=f"(u) : "l"(at + 2));
            sum += xs[j] * (v + w * u);
        }
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
    y[blockIdx.x * 128 + t] = sum;
}
