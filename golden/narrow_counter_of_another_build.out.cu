// kpipe: --stages 2
// Another build reads what the counter is left with.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ int thread_id() { return threadIdx.x; }

__global__ void __launch_bounds__(256) kern(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][16 * 64];
    const int tid = thread_id();
    int i, j;
    float s = 0.f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (i = tid; i < 16 * 64; i += 256)
            __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#ifdef MORE
    s += float(i);
#endif
    for (i = 0; i < 4; i++)
        s += float(i);
    out[blockIdx.x * 256 + tid] = s;
}
