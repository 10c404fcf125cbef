// kpipe: --variant ldg
// Comments everywhere, with barriers and braces in them.
__global__ void gemv(const float *__restrict__ A, /* column-major { */
                     const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float /* one per thread */ kp_xs[2][128]; // tile of x; __syncthreads() before reuse
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    /* outer */
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        // __syncthreads();
        kp_r0 = x[k + t]; // the copy
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        /* for (int j = 0; ...) { */
        for (int j = 0; j < 128; ++j) // compute
            sum += A[(k + j) * n + row] * xs[j]; /* multi
            line */
        // end of the iteration
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        // __syncthreads();
        xs[t] /* tile */ = /* global */ kp_r0; // the copy
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (/* step } */ k += 128; k < n; /* step } */ k += 128) { // load
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
    } // k
    y[row] = sum;
}
