// Constants hold functions that compute numbers: they are called, and are template arguments.
#include <cuda_pipeline_primitives.h>

__device__ unsigned skew(unsigned r, unsigned c, unsigned n) { return (c + r) % n; }
__device__ unsigned waits(unsigned r, unsigned c, unsigned n) { __syncthreads(); return c; }
template <unsigned S>
__device__ unsigned scaled(unsigned r, unsigned c, unsigned n)
{
    return (c + r * S) % n;
}
template <auto F>
__device__ float get(const float *p, unsigned r, unsigned c)
{
    return p[F(r, c, 64)];
}
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][64];
    float t = 0;
    constexpr auto f = scaled<3>, g = skew;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (unsigned i = threadIdx.x; i < 64; i += 32)
            __pipeline_memcpy_async(&tile[f(5, i, 64)], &x[first + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (unsigned j = 0; j < 64; j++)
            t += tile[g(threadIdx.x, j, 64)] * get<f>(tile, 2, threadIdx.x);
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_load(first, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (first += 64; first < n; first += 64) {
                kp_load(first, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = t;
}
