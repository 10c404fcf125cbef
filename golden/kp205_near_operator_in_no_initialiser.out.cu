// kpipe: --variant cp-async
// No member has an initialiser: the only use of the operator is in sight.
#include <cuda_pipeline_primitives.h>

struct value {
    float v;
};

static __device__ value operator+(value c, const float *a)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + 1);
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    c.v += sum;
    return c;
}

struct member {
    const float *from;
    value first;
    value last;
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float own[512];
    const int t = threadIdx.x;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    __syncthreads();
    value all = operator+(value{0.0f}, x);
    member m{own, all, all};
    y[blockIdx.x * 128 + t] = m.last.v;
}
