// All threads come to the step, which is in front of the `continue`.
__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f;
    int k = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = boxes[k + t];
        k += 128;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (x >= width)
            return;
        for (int j = 0; j < 128; ++j)
            best = fmaxf(best, tile[j] * (float)x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    if (k < n) {
        int kp_stage = 0;
        __syncthreads();
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        while (k < n) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    y[x] = best;
}
