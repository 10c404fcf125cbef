// kpipe: -- -std=c++11
// Lambdas of C++11 do: stages of dynamic shared memory are reached by a cast in the place of a lambda
// with a parameter of auto.
#include <cuda_pipeline_primitives.h>

__global__ static void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
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
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * 128 + t] * xs[j];
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
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * 128 + t] * xs[j];
            __syncthreads();
        }
    }
    y[t] = sum;
}

void run(const float *A, const float *x, float *y, int n)
{
    gemv<<<1, 128, 2 * (128 * sizeof(float))>>>(A, x, y, n);
}
