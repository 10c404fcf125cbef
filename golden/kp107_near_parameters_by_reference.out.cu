// Only some threads call it, and it takes the bound's struct: const, and by value. It stores nothing there.
#include <cuda_pipeline_primitives.h>

struct params {
    int n;
    float box;
};

__device__ float wrapped(float d, const params &p, float *moved)
{
    *moved = p.box * rintf(d / p.box);
    return d - *moved;
}
__device__ float weight(float d, params p)
{
    p.box *= 0.5f;
    return d > p.box ? 0.0f : p.box - d;
}

__global__ void forces(params p, const float *__restrict__ at, float *__restrict__ f)
{
    __shared__ __align__(128) float kp_near[2][128];
    const int t = threadIdx.x, i = blockIdx.x * 128 + t, n = p.n;
    float sum = 0.0f, moved;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &near = kp_near[kp_stage];
        __pipeline_memcpy_async(&near[t], &at[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &near = kp_near[kp_stage];
        for (int j = 0; j < 128; j++)
            if (k + j != i) {
                sum += weight(wrapped(near[j] - at[i], p, &moved), p);
                sum += moved;
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
    f[i] = sum;
}
