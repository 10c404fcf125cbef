// A static array has its name in this function alone: what is out of sight cannot reach it.
#include <cuda_pipeline_primitives.h>

__device__ void prepare();

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int b = 0; b < 4; ++b) {
        // kpipe: s in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
        if (kp_wide) // others copy what a thread had to itself
            __syncthreads();
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
                auto &s = kp_s[kp_stage];
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32) {
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float4));
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &s = kp_s[kp_stage];
                for (int j = 0; j < 128; ++j)
                    acc += s[j] * (j + 1);
            };
            {
                int i = 0;
                if (i < n) {
                    int kp_stage = 0;
                    kp_load(i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    for (i += 128; i < n; i += 128) {
                        kp_load(i, kp_stage ^ 1);
                        kp_compute(kp_stage);
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_stage);
                    __syncthreads();
                }
            }
        } else { // kpipe: as written
            auto &s = kp_s[0];
            for (int i = 0; i < n; i += 128) {
                s[t] = x[i + t];
                __syncthreads();
                for (int j = 0; j < 128; ++j)
                    acc += s[j] * (j + 1);
                __syncthreads();
            }
        }
        prepare();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 128>>>(x, y, n);
}
