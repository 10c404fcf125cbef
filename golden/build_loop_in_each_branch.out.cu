// Each branch has a loop of its own, with its tile. What this build has is pipelined, and the other one
// stays as it is.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;

#ifdef BACKWARDS
    __shared__ float last[128];

    for (int i = n - 128; i >= 0; i -= 128) {
        last[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += last[j] * last[127 - j];
        __syncthreads();
    }
#else
    __shared__ __align__(128) float kp_tile[2][128];

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#endif
    y[t] = sum;
}
