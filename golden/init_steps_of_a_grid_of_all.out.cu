// A block for each tile: no size makes the loop run more often.
#include <cuda_pipeline_primitives.h>

__global__ void strided(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    float sum = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&xs[kp_x], &x[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; j++)
                sum += xs[j] * (j + threadIdx.x);
        };
        {
            int i = blockIdx.x * 128;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += gridDim.x * 128; i < n; i += gridDim.x * 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int i = blockIdx.x * 128; i < n; i += gridDim.x * 128) {
            xs[threadIdx.x] = x[i + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                sum += xs[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n)
{
    strided<<<n / 128, 128>>>(x, y, n);
}
