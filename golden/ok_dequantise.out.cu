// Two nibbles per byte and a scale per group: one load, two stores.
__global__ void dequant_gemv(const unsigned char *__restrict__ q, const float *__restrict__ scale,
                             const float *__restrict__ W, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned char kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = q[k / 2 + t];
        kp_r1 = scale[k / 256];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += W[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const unsigned char two = kp_r0;
        const float s = kp_r1;
        xs[2 * t] = ((two & 15) - 8) * s;
        xs[2 * t + 1] = ((two >> 4) - 8) * s;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
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
