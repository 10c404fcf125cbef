// The kernel says its bounds itself, by a number that each instance has for itself.
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

template <int THREADS>
__global__ void __launch_bounds__(THREADS) gemv(const float *__restrict__ A, const float *__restrict__ x,
                                                float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += THREADS) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < THREADS; ++j)
            sum += A[(k + j) * n + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}

namespace kp_pipelined
{
template <int THREADS>
static __global__ void __launch_bounds__(THREADS) gemv(const float *__restrict__ A, const float *__restrict__ x,
                                                float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        THREADS % 4 == 0 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_xs = xs;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
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
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            for (int j = 0; j < THREADS; ++j)
                sum += A[(k + j) * n + t] * xs[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += THREADS; k < n; k += THREADS) {
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
        for (int k = 0; k < n; k += THREADS) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < THREADS; ++j)
                sum += A[(k + j) * n + t] * xs[j];
            __syncthreads();
        }
    }
    y[t] = sum;
}
} // namespace kp_pipelined

void launch(const float *A, const float *x, float *y, int n)
{
    kp_pipelined::gemv<128><<<1, 128, 2 * (128 * sizeof(float))>>>(A, x, y, n);
}
