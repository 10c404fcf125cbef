// Sums, weights and what stays are parts of one buffer; the sums begin with a zero that comes from nowhere.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ bias, float *C,
                     int K)
{
    extern __shared__ float pool[];
    float *weights = pool, *sum = weights + 32 * 64, *add = sum + 64 * 4;
    const int col = threadIdx.x, line = threadIdx.y, at = line * 64 + col;

    add[at] = bias[at];
    sum[at] = 0.0f;
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
        for (int i = 0; i < 8; i++)
            weights[at + i * 256] = B[k * 64 + i * 256 + at];
        __syncthreads();
        for (int p = 0; p < 32; p++)
            sum[at] += A[line * K + k + p] * weights[col + p * 64];
        __syncthreads();
    }
    C[at] = sum[at] + add[255 - at];
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(256) void sums(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ bias, float *C,
                     int K)
{
    extern __shared__ float pool[];
    float *weights = pool, *sum = weights + 32 * 64, *add = sum + 64 * 4;
    const int col = threadIdx.x, line = threadIdx.y, at = line * 64 + col;

    add[at] = bias[at];
    sum[at] = 0.0f;
    __syncthreads();
    // kpipe: pool in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && blockDim.y == 4 &&
        reinterpret_cast<size_t>(pool) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        blockDim.x == 64 &&
        blockDim.y == 4 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_weights = weights;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto weights = (decltype(kp_weights))((char *)kp_weights + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.y * 64 + threadIdx.x;
                const unsigned int kp_x = kp_v % 16 * 4, kp_y = kp_v / 16 % 4;
                const int line = kp_y;
                const int col = kp_x;
                const int at = line * 64 + col;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 8; i += 4) {
                    __pipeline_memcpy_async(&weights[at + i * 256], &B[k * 64 + i * 256 + at],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto weights = (decltype(kp_weights))((char *)kp_weights + kp_stage * kp_stride);
            for (int p = 0; p < 32; p++)
                sum[at] += A[line * K + k + p] * weights[col + p * 64];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 32; k < K; k += 32) {
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
        for (int k = 0; k < K; k += 32) {
            for (int i = 0; i < 8; i++)
                weights[at + i * 256] = B[k * 64 + i * 256 + at];
            __syncthreads();
            for (int p = 0; p < 32; p++)
                sum[at] += A[line * K + k + p] * weights[col + p * 64];
            __syncthreads();
        }
    }
    C[at] = sum[at] + add[255 - at];
}
} // namespace kp_pipelined

void run(const float *A, const float *B, const float *bias, float *C, int K)
{
    kp_pipelined::sums<<<1, dim3(64, 4), 2 * ((32 * 64 + 2 * 64 * 4) * sizeof(float))>>>(A, B, bias, C, K);
}
