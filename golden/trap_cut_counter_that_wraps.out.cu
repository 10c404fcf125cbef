// Behind the last trip the counter wraps around, below its bound again: its condition is not asked twice.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n, unsigned base)
{
    __shared__ __align__(128) float kp_xs[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned char kp_r0[3];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned i = base + threadIdx.x, kp_i = 0; kp_i < 3 && i < base + 256; i += blockDim.x, ++kp_i)
            kp_r0[kp_i] = q[k + (i - base)];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            unsigned i = base + threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 3 && i < base + 256; i += blockDim.x, ++kp_i)
                xs[i - base] = 0.5f * kp_r0[kp_i];
            for (; i < base + 256; i += blockDim.x)
                xs[i - base] = 0.5f * q[k + (i - base)];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const unsigned char *q, float *y, int n, int blocks)
{
    gemv<<<blocks, 96>>>(q, y, n, 4294967040u - 256u);
}
