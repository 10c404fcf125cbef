#include <cuda_pipeline_primitives.h>

#define T 128
__global__ void pn(const float *__restrict__ x, const int *__restrict__ len, float *__restrict__ y)
{
    __shared__ __align__(16) float kp_xs[2][T];
    float acc = 0;
    const int n = len[blockIdx.x];
    // kpipe: xs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32) {
                const unsigned int kp_x = kp_v * 4;
                if (k + kp_x < n)
                    __pipeline_memcpy_async(&xs[kp_x], &x[k + kp_x], sizeof(float4));
                else
                    *reinterpret_cast<float4 *>(&xs[kp_x]) = make_float4(0, 0, 0, 0);
            }
        } else
            { if (k + threadIdx.x < n)
                __pipeline_memcpy_async(&xs[threadIdx.x], &x[k + threadIdx.x], sizeof(float));
            else
                xs[threadIdx.x] = 0.f; }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(const float *x, const int *len, float *y, int m) { pn<<<m / T, T>>>(x, len, y); }
