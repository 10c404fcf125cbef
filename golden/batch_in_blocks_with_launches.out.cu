// kpipe: --batch 8
// Dynamic memory: the clone has the batches, the kernel for other launches stays as it is.
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
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

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_xs = xs;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = k + tx < n ? x[k + tx] : 0.0f;
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
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        xs[tx] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
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
