// Each warp has its part of the dynamic shared memory.
// kpipe 0.1.0: pipelined as kp_pipelined::dyn (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void dyn(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float sm[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float *mine = sm + warp * 64;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 64) {
        mine[lane] = A[row * K + k + lane];
        mine[lane + 32] = A[row * K + k + lane + 32];
        __syncwarp();
        for (int i = 0; i < 64; i++)
            sum += mine[i] * x[(k + i) * 32 + lane];
        __syncwarp();
    }
    y[row * 32 + lane] = sum;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(128) void dyn(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float sm[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float *mine = sm + warp * 64;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_mine = mine;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto mine = (decltype(kp_mine))((char *)kp_mine + kp_stage * kp_stride);
        __pipeline_memcpy_async(&mine[lane], &A[row * K + k + lane], sizeof(float));
        __pipeline_memcpy_async(&mine[lane + 32], &A[row * K + k + lane + 32], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto mine = (decltype(kp_mine))((char *)kp_mine + kp_stage * kp_stride);
        for (int i = 0; i < 64; i++)
            sum += mine[i] * x[(k + i) * 32 + lane];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncwarp();
            int kp_k = k;
            for (k += 64; k < K; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncwarp();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncwarp();
        }
    }
    y[row * 32 + lane] = sum;
}
} // namespace kp_pipelined
void launch(const float *A, const float *x, float *y, int rows, int K) { kp_pipelined::dyn<<<rows / 4, 128, 2 * 1024>>>(A, x, y, K); }
