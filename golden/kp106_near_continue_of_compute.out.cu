// `continue` behind the last barrier: of compute alone, for threads without a pixel.
__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = boxes[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (x >= width)
            return;
        for (int j = 0; j < 128; ++j) {
            if (tile[j] < 0.0f)
                continue;
            best = fmaxf(best, tile[j] * (float)x);
        }
        if (best > 1000.0f) {
            best = 0.0f;
            return;
        }
        best += 0.5f;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (x < width)
        y[x] = best;
}
