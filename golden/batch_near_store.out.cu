// kpipe: --batch 8
// A store in the body may change what later iterations load.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows, float *y2)
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
        for (int j = 0; j < count; ++j) {
            sum += A[(k + j) * rows + row] * xs[j];
            y2[j] = sum;
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
