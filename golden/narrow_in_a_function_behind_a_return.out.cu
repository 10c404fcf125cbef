// kpipe: --arch sm_90
// Threads that return in the kernel copy nothing in the function that it calls then.
#include <cuda_pipeline_primitives.h>

static __device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ __align__(128) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int i = tid; i < 64 * 32; i += 256)
            __pipeline_memcpy_async(&s[i / 32][i % 32], &a[(i / 32) * n + k0 + i % 32],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    return sum;
}

__global__ void once(const float *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = rows(a + blockIdx.x * 64 * n, n);
}

__global__ void some(const float *a, float *out, int n, int all)
{
    if (blockIdx.x * 256 + threadIdx.x >= all)
        return;
    out[blockIdx.x * 256 + threadIdx.x] = rows(a, n);
}
