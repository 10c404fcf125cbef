// Between two tokens it says nothing. TILE is 128: its line goes on.
#define TILE 64 * \ 	
    2
__global__ void load(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][TILE];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert((TILE) == 128, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        sum += xs[TILE - 1 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0 * 2.0f;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < n; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * TILE + t] = sum;
}
