// while (n--): the condition steps.
__global__ void chunks(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    x += blockIdx.x * n * 128;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = x[t];
        x += 128;
    };
    auto kp_compute = [&](int n, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t) + n;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    if (n--) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        int kp_n = n;
        while (n--) {
            kp_fetch();
            kp_compute(kp_n, kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_n = n;
            kp_stage ^= 1;
        }
        kp_compute(kp_n, kp_stage);
    }
    y[blockIdx.x * 128 + t] = sum + n;
}
