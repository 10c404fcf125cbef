// Not all threads of a block have come that far: what they would write is what the loop left there.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;

    if (t >= m)
        return;


    for (int k = 0; k < n; k += 16) {
        int at = t;
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            smem[at] = *from;
            from += 8 * n;
            at += 128;
        }
        if (t < 16)
            smem[1024 + t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            acc += smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
        __syncthreads();
    }
    smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(128) void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;

    if (t >= m)
        return;


    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 4224; // bytes of one stage, of 2
    auto kp_smem = smem;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        int at = t;
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            __pipeline_memcpy_async(&smem[at], from, sizeof(float));
            from += 8 * n;
            at += 128;
        }
        if (t < 16)
            __pipeline_memcpy_async(&smem[1024 + t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        for (int i = 0; i < 8; i++)
            acc += smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
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
    smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
    }
}
} // namespace kp_pipelined

void launch(const float *A, const float *x, float *y, int rows, int n, int m)
{
    kp_pipelined::sums<<<rows / 64, 128, 128 * 16 * sizeof(float) + 4224>>>(A, x, y, n, m);
}
