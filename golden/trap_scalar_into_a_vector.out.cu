// kpipe: --variant cp-async
// The second copy writes one of the two elements of the first: it has to come last.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float2 kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = *reinterpret_cast<const float2 *>(&x[2 * (k + t)]);
        kp_r1 = z[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[4 * j] + xs[4 * j + 1];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        *reinterpret_cast<float2 *>(&xs[4 * t]) = kp_r0;
        xs[4 * t + 1] = kp_r1;
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
    y[t] = sum;
}
