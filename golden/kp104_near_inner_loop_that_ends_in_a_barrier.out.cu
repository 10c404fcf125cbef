// The inner loop is the last of the body, and ends each of its trips with a barrier: the next fill
// comes behind that.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128)
    mixed(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 32 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 32); i < 8; i += 4) {
                    __pipeline_memcpy_async(&xs[i * 128 + t], &x[k + i * 128 + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 2; ++j) {
                for (int i = 0; i < 4; ++i)
                    sum += xs[j * 512 + i * 128 + (t ^ 37)];
                __syncthreads();
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        for (int k = 0; k < n; k += 1024) {
            for (int i = 0; i < 8; ++i)
                xs[i * 128 + t] = x[k + i * 128 + t];
            __syncthreads();
            for (int j = 0; j < 2; ++j) {
                for (int i = 0; i < 4; ++i)
                    sum += xs[j * 512 + i * 128 + (t ^ 37)];
                __syncthreads();
            }
        }
    }
    y[t] = sum;
}

void launch(const float *x, float *y, int n)
{
    mixed<<<1, 128>>>(x, y, n);
}
