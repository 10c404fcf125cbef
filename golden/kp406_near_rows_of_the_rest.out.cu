// kpipe: --stages 2
// Both are filled by loops of the same numbers: those of the rest end earlier.
#include <cuda_pipeline_primitives.h>

#define B 128
__global__ void pulls(float *out, const float *__restrict__ x, const float *__restrict__ at, int n,
                      int rounds)
{
    __shared__ __align__(128) float kp_near[2][B];
    const int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        const int i = (blockIdx.x * rounds + r) * B + t;
        const float mine = at[i];
        float sum = 0;
        static_assert(B == 128, "kpipe: B has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &near = kp_near[kp_stage];
            for (int j = t; j < B; j += blockDim.x)
                __pipeline_memcpy_async(&near[j], &x[k * B + j], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &near = kp_near[kp_stage];
            for (int j = 0; j < B; j++)
                sum += near[j] * mine;
        };
        int kp_stage = 0;
        {
            int k = 0;
            if (k < n / B) {
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n / B; k++) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
        auto &near = kp_near[kp_stage];
        for (int j = t; j < B; j += blockDim.x)
            near[j] = x[n / B * B + j];
        __syncthreads();
        for (int j = 0; j < n % B; j++)
            sum += near[j] * mine;
        __syncthreads();
        out[i] = sum;
    }
}
void launch(float *o, const float *x, const float *a, int n, int rounds)
{
    pulls<<<n / B / rounds, B>>>(o, x, a, n, rounds);
}
