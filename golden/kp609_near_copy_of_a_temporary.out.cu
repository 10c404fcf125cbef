// kpipe: -- -std=c++14
// Before C++17 an object that is made of a temporary is a copy of it, which compilers leave out.
#include <cuda_pipeline_primitives.h>

struct pair {
    float x, y;
};

__device__ pair make_pair(float x, float y)
{
    pair p;

    p.x = x;
    p.y = y;
    return p;
}

__device__ pair add(pair a, pair b)
{
    return make_pair(a.x + b.x, a.y + b.y);
}

__global__ void sums(const float4 *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ __align__(128) float4 kp_tile[2][64];
    pair both = make_pair(0, 0);

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k + threadIdx.x < n)
            __pipeline_memcpy_async(&tile[threadIdx.x], &from[k + threadIdx.x], sizeof(float4));
        else
            tile[threadIdx.x] = make_float4(0, 0, 0, 0);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; ++j) {
            float4 w = tile[j];

            both = add(both, make_pair(w.x * w.y, w.z * w.w));
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    to[threadIdx.x] = both.x * both.y;
}

void run(const float4 *from, float *to, int n)
{
    dim3 block = dim3(64, 1, 1);

    sums<<<1, block>>>(from, to, n);
}
