// kpipe: --shape ring --stages 3 --variant cp-async
// .. and a barrier published it.
#include <cuda_pipeline_primitives.h>
#define T 128
__global__ void sums(const int *__restrict__ tab, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[3][T];
    __shared__ int ix[T];
    const int t = threadIdx.x;
    float acc = 0;
    __pipeline_memcpy_async(&ix[t], &tab[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, i = 0, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&xs[t], &x[k + ix[(t + i) % T]], sizeof(float));
            k += T, ++i;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int i = 0, k = 0; k < n; k += T, ++i) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &xs = kp_xs[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
    }
    y[blockIdx.x * T + t] = acc;
}
void run(const int *tab, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(tab, x, y, n); }
