// kpipe: --variant cp-async --stages 3
// The ring's own counter starts with the enumerator, cast to the counter's type.
#include <cuda_pipeline_primitives.h>

enum where { begin, end };
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[3][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(static_cast<long long>(begin) == 0,
                  "kpipe: begin has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = (int)(begin)](int kp_stage) mutable __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = begin; k < n; k += 128) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &s = kp_s[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 128; ++j)
            sum += s[j] * (j + 1);
    }
    y[blockIdx.x * 128 + t] = sum;
}
