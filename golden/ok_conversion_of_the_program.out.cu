// A conversion whose body is visible is a call like any other; compute may convert.
#include <cuda_pipeline_primitives.h>

struct brief {
    unsigned short bits;
    __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
};
__global__ void k(const float *__restrict__ x, const brief *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(sizeof(brief) == 2 && alignof(brief) == 2,
                  "kpipe: sizeof(brief) or alignof(brief) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        const float v = float(w[i]);
        for (int j = 0; j < 128; ++j)
            acc += s[j] * v;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
