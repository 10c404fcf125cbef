// The launch shows the block: 1024 bytes are four trips. The index has names of its own, which the trips
// from registers do without; the pragma stays at the trips that it was written for.
__global__ void gemv(const unsigned char *__restrict__ q, const float *__restrict__ scale,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][1024];
    const int threads = blockDim.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    unsigned char kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r1, 0, sizeof(kp_r1));
        kp_r0 = scale[k / 1024];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4 && i < 1024; i += threads, ++kp_i) {
            const int at = k + i; // in the row
            kp_r1[kp_i] = q[at];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 1024; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 1024];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const float s = kp_r0;
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < 1024; i += threads, ++kp_i) {
                xs[i] = (kp_r1[kp_i] - 128) * s;
            }
            #pragma unroll 2
            for (; i < 1024; i += threads) {
                const int at = k + i; // in the row
                xs[i] = (q[at] - 128) * s;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * threads + threadIdx.x] = sum;
}

void launch(const unsigned char *q, const float *scale, float *y, int n, int blocks)
{
    gemv<<<blocks, 256>>>(q, scale, y, n);
}
