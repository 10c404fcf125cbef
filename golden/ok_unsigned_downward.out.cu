// Counts down to zero in unsigned arithmetic: k - 128 must never be compared.
__global__ void backwards(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](unsigned int k) __attribute__((always_inline)) {
        kp_r0 = x[k - 128 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (unsigned j = 0; j < 128; ++j)
            sum = sum * 0.5f + xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        unsigned k = n;
        if (k != 0) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k -= 128; k != 0; k -= 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
