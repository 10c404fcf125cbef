// kpipe: --batch 16
// Two matrices, the counter of another width, in a guard of its own.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows, long m, const float *__restrict__ B)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = k + tx < n ? x[k + tx] : 0.0f;
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (row < rows)
            {
            // kpipe 0.1.0: loads of 16 iterations at a time
            long kp_batch_from = 0;
            for (; kp_batch_from < m && (unsigned long long)m - (unsigned long long)kp_batch_from > 15; kp_batch_from += 16) {
                float kp_batch[16];
                float kp_batch2[16];
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 16; ++kp_batch_i) {
                    long j = kp_batch_from + kp_batch_i;
                    kp_batch[kp_batch_i] = A[(k + j) * rows + row];
                    kp_batch2[kp_batch_i] = B[(k + j) * rows + row];
                }
#pragma unroll
                for (int kp_batch_i = 0; kp_batch_i < 16; ++kp_batch_i) {
                    long j = kp_batch_from + kp_batch_i;
                    const float a = kp_batch[kp_batch_i];

                    sum += (a - kp_batch2[kp_batch_i]) * xs[j];
                }
            }
            for (long j = kp_batch_from; j < m; ++j) {
                const float a = A[(k + j) * rows + row];

                sum += (a - B[(k + j) * rows + row]) * xs[j];
            }
            }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
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
