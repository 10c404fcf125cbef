// kpipe: --shape ring --stages 3 --variant cp-async
// The caller stores what the loads read.
#include <cuda_pipeline_primitives.h>

#define T 128
static __device__ float part(const float *x, const int *ix, int n)
{
    __shared__ __align__(128) float kp_xs[3][T];
    const int t = threadIdx.x;
    float acc = 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&xs[t], &x[k + (k == 0 ? ix[t] : ix[t ^ 64])], sizeof(float));
            k += T;
        }
        __pipeline_commit();
    };
    __syncthreads();
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += T) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &xs = kp_xs[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
    }
    __syncthreads();
    return acc;
}
__global__ void sums(const float *x, float *y, int n)
{
    __shared__ int ix[T];
    ix[threadIdx.x] = threadIdx.x;
    y[blockIdx.x * T + threadIdx.x] = part(x, ix, n);
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
