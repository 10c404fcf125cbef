// kpipe: --batch 4
// The program has a variable of the name that iterations of a batch get.
__device__ void later(float *);
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int rows)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx, kp_batch_i = tx & 1;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = k + tx < n ? x[k + tx] : 0.0f;
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int count = min(128, n - k);
        // kpipe 0.1.0: loads of 4 iterations at a time
        int kp_batch_from = 0;
        for (; kp_batch_from < count && (unsigned)count - (unsigned)kp_batch_from > 3; kp_batch_from += 4) {
            float kp_batch[4];
#pragma unroll
            for (int kp_batch_i2 = 0; kp_batch_i2 < 4; ++kp_batch_i2) {
                int j = kp_batch_from + kp_batch_i2;
                kp_batch[kp_batch_i2] = A[(k + j) * rows + row + kp_batch_i];
            }
#pragma unroll
            for (int kp_batch_i2 = 0; kp_batch_i2 < 4; ++kp_batch_i2) {
                int j = kp_batch_from + kp_batch_i2;
                sum += kp_batch[kp_batch_i2] * xs[j];
            }
        }
        for (int j = kp_batch_from; j < count; ++j)
            sum += A[(k + j) * rows + row + kp_batch_i] * xs[j];
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
    y[row] = sum; later(y);
}
