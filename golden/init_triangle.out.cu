// Blocks end at the diagonal: the last one has as many tiles as the matrix.
#include <cuda_pipeline_primitives.h>

__global__ void causal(const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    int row = blockIdx.x * 128 + threadIdx.x;
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
                    __pipeline_memcpy_async(&xs[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; j++)
                if (k + j <= row)
                    sum += a[row * n + k + j] * xs[j];
        };
        {
            int k = 0;
            if (k < (blockIdx.x + 1) * 128) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < (blockIdx.x + 1) * 128; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < (blockIdx.x + 1) * 128; k += 128) {
            xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                if (k + j <= row)
                    sum += a[row * n + k + j] * xs[j];
            __syncthreads();
        }
    }
    y[row] = sum;
}
void run(const float *a, const float *x, float *y, int n)
{
    causal<<<n / 128, 128>>>(a, x, y, n);
}
