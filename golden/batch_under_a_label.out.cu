// kpipe: --batch 8
// A label behind the loop: the batches stand in braces.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
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
        const int count = min(128, n - k);
        switch (row % 3) {
        case 0:
            sum += 1;
            {
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
            }
            break;
        case 1:
            sum -= 1;
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
