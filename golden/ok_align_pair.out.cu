// struct pair has an alignment of 4: one 8-byte asynchronous copy would be too wide.
struct pair {
    float value, weight;
};

__global__ void weighted_sum(const pair *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) pair kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(sizeof(pair) == 8 && alignof(pair) == 4,
                  "kpipe: sizeof(pair) or alignof(pair) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    pair kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j].value * xs[j].weight * (j ^ t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
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
    y[blockIdx.x * 128 + t] = sum;
}
