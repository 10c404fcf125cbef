// kpipe: --variant cp-async
// All calls of the operator are seen, and pass memory of the grid; the template calls something by a name.
#include <cuda_pipeline_primitives.h>

template <class T> __global__ void scaled(T factor, const float *x, float *y)
{
    y[threadIdx.x] = fmaxf(x[threadIdx.x], 0.0f);
}

namespace
{
struct sums {
    __device__ void operator()(const float *__restrict__ x, float *__restrict__ y) const
    {
        __shared__ __align__(128) float kp_tile[2][128];
        const int t = threadIdx.x;
        float sum = 0;

        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + t);
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
        y[blockIdx.x * 128 + t] = sum;
    }
};
} // namespace

__global__ void all(const float *x, float *y)
{
    sums of;

    of(x + blockIdx.x * 512, y);
}
