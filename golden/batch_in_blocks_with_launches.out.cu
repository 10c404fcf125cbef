// kpipe: --batch 8
// Dynamic memory: the clone has the batches, the kernel for other launches stays as it is.
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    extern __shared__ float xs[];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        const int count = min(128, n - k);
        for (int j = 0; j < count; ++j)
            sum += A[(k + j) * rows + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(128) void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    extern __shared__ float xs[];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        n % 4 == 0 && reinterpret_cast<size_t>(x) % 16 == 0;
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
                if (kp_v < 32) {
                    const unsigned int kp_x = kp_v * 4;
                    const int tx = kp_x;
                    if (k + tx < n)
                        __pipeline_memcpy_async(&xs[tx], &x[k + tx], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&xs[tx]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            const int count = min(128, n - k);
            // kpipe 0.1.0: loads of 8 iterations at a time
            int kp_batch_from = 0;
            for (; kp_batch_from < count && (unsigned)count - (unsigned)kp_batch_from > 7; kp_batch_from += 8) {
                float kp_batch[8];
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 8; ++kp_batch_i) {
                    int j = kp_batch_from + kp_batch_i;
                    kp_batch[kp_batch_i] = A[(k + j) * rows + row];
                }
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 8; ++kp_batch_i) {
                    int j = kp_batch_from + kp_batch_i;
                    sum += kp_batch[kp_batch_i] * xs[j];
                }
            }
            for (int j = kp_batch_from; j < count; ++j)
                sum += A[(k + j) * rows + row] * xs[j];
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
            xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
            __syncthreads();
            const int count = min(128, n - k);
            // kpipe 0.1.0: loads of 8 iterations at a time
            int kp_batch_from = 0;
            for (; kp_batch_from < count && (unsigned)count - (unsigned)kp_batch_from > 7; kp_batch_from += 8) {
                float kp_batch[8];
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 8; ++kp_batch_i) {
                    int j = kp_batch_from + kp_batch_i;
                    kp_batch[kp_batch_i] = A[(k + j) * rows + row];
                }
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 8; ++kp_batch_i) {
                    int j = kp_batch_from + kp_batch_i;
                    sum += kp_batch[kp_batch_i] * xs[j];
                }
            }
            for (int j = kp_batch_from; j < count; ++j)
                sum += A[(k + j) * rows + row] * xs[j];
            __syncthreads();
        }
    }
    y[row] = sum;
}
} // namespace kp_pipelined

void run(const float *A, const float *x, float *y, int n, int rows)
{
    kp_pipelined::gemv<<<rows / 128, 128, 2 * (128 * sizeof(float))>>>(A, x, y, n, rows);
}
