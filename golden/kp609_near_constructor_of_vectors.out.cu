// The members are CUDA's vectors, made by CUDA's functions, in a union and by an inner object.
#include <cuda_pipeline_primitives.h>

struct twofold {
    union {
        float2 v;
        double d;
    };
    __device__ twofold(float f) : v(make_float2(f, f * f)) {}
    __device__ twofold(const twofold &o) : v(o.v) {}
};
struct body {
    float3 place;
    twofold mass;
    __device__ body(float4 q) : mass(q.w)
    {
        float r[2] = {q.x, q.y};
        place = make_float3(r[0], r[1], q.z);
    }
};
__global__ void gemv(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float4 kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const body b(xs[127 - t]);
        const twofold m(b.mass);
        sum += b.place.x * b.place.y + b.place.z * m.v.y;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
