// kpipe: --stages 2
// memcpy of one object is its assignment, in the input, too: copies of 16 bytes take four of them. So it is where
// compute copies an element to a variable.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; ++j) {
                float v;
                memcpy(&v, &xs[j], 4);
                sum += v * (j + t);
            }
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
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            *(&xs[t]) = *(&x[k + t]);
            __syncthreads();
            for (int j = 0; j < 128; ++j) {
                float v;
                memcpy(&v, &xs[j], 4);
                sum += v * (j + t);
            }
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *out, int n)
{
    sums<<<n / 128, 128>>>(x, out, n);
}
