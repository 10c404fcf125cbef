// Which row comes next stands in a list in global memory.
__global__ void gather_sum(const float *__restrict__ x, const int *__restrict__ list,
                           float *__restrict__ out, int steps)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int s) __attribute__((always_inline)) {
        const int at = list[blockIdx.x * steps + s];
        kp_r0 = x[at * 128 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int s = 0;
        if (s < steps) {
            int kp_stage = 0;
            kp_fetch(s);
            kp_store(kp_stage);
            __syncthreads();
            for (++s; s < steps; ++s) {
                kp_fetch(s);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
