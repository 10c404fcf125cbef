// Two loops share the block of dynamic shared memory, so a stage is all of it.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        smem[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += smem[i] * t;
        __syncthreads();
    }
    for (int k = 0; k < n; k += 128) {
        smem[128 + t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += smem[128 + i] * t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(128) void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: smem in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(smem) % 16 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_smem = smem;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                __pipeline_memcpy_async(&smem[t], &A[k + t], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&smem[t], &A[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        for (int i = 0; i < 128; i++)
            acc += smem[i] * t;
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
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
            __syncthreads();
        }
    }
    { // from here on, the shared memory of the last iteration
    auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute2 = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 128; i++)
            acc += smem[128 + i] * t;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        smem[128 + t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute2();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute2();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
    }
}
} // namespace kp_pipelined

void launch(const float *A, const float *x, float *y, int rows, int n)
{
    kp_pipelined::sums<<<rows, 128, 2 * (512 * sizeof(float))>>>(A, x, y, n);
}
