// Every step is made of the counter alone, so that the loop makes the same trips in every iteration.
__global__ void __launch_bounds__(128) shifted(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][160];
    int t = threadIdx.x;
    float acc = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = B[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += tile[3 + (j ^ t)] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        int at = t;
        for (int i = 0; i < 4; i += i + 1)
            at += 1;
        tile[at] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
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
    C[blockIdx.x * 128 + t] = acc;
}
