// -4 / N is another number where N is unsigned.
#include <cuda_pipeline_primitives.h>

template <unsigned N>
__device__ void load(float *dst, const float *__restrict__ src)
{
    dst[threadIdx.x] = src[threadIdx.x + (-4 / N) % 8];
}

__global__ void __launch_bounds__(128)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            { // load(), inlined
                constexpr unsigned int N = 3;
                auto &dst = xs;
                const float *__restrict src = x + k;
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&dst[kp_x], &src[kp_x + (-4 / N) % 8], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
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
        for (int k = 0; k < n; k += 128) {
            { // load(), inlined
                constexpr unsigned int N = 3;
                auto &dst = xs;
                const float *__restrict src = x + k;
                dst[threadIdx.x] = src[threadIdx.x + (-4 / N) % 8];
            }
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
            __syncthreads();
        }
    }
    y[row] = sum;
}
