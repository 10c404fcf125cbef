// kpipe: --shape split --variant cp-async
// The second tile is loaded behind a barrier as in the original.
#include <cuda_pipeline_primitives.h>

#define T 128
__device__ void prepare();
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    __shared__ int ix[T];
    const int t = threadIdx.x;
    float acc = 0;
    ix[t] = t;
    prepare();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + ix[(t + i) % T]], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
    };
    {
        int i = 0, k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(i, k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T, ++i; k < n; k += T, ++i) {
                kp_load(i, k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + t] = acc;
}
void run(const int *tab, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
