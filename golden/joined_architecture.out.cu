// Near kp602_device_and_launch: the condition asks for the architecture in the body of the kernel alone.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    __shared__ __align__(16) float kp_xs[2][256];
#else
    __shared__ __align__(128) float kp_xs[2][256];
#endif
    const int t = threadIdx.x;
    float sum = 0.0f;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += xs[j] * (t ^ j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        for (int k = 0; k < n; k += 256) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += xs[j] * (t ^ j);
            __syncthreads();
        }
    }
#else
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t < 256)
            kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * (t ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (t < 256)
            xs[t] = 2.0f * kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#endif
    y[t] = sum;
}

void launch(const float *x, float *y, int n) { gemv<<<4, 256>>>(x, y, n); }
