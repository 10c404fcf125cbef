// kpipe: --variant cp-async -- -isystem places
// Templates of a header of the system may call the operator of what they are given.
static __device__ void part(const float *x, float *y, int n)
{
    y[n] = x[n];
}

#include <callers.h>

namespace
{
struct sums {
    __device__ void operator()(const float *__restrict__ x, float *__restrict__ y) const
    {
        __shared__ __align__(128) float kp_tile[2][128];
        const int t = threadIdx.x;
        float sum = 0;

        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + t);
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < 512) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k += 128; k < 512; k += 128) {
                    kp_fetch(k);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
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
