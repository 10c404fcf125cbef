// A condition whose only side effect is the loop's own counter.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const float *a = A + row;
    float sum = 0.0f;
    int tiles = n / 128;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = x[t];
        x += 128;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += a[j * n] * xs[j];
        a += 128 * n;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    if (tiles--) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        while (tiles--) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
        __syncthreads();
    }
    y[row] = sum;
}
