// The step comes from memory: the list of tiles is walked by the load cursor alone.
__global__ void walk(const float *__restrict__ x, const int *__restrict__ link,
                     float *__restrict__ y, int first)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int next;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int b) __attribute__((always_inline)) {
        next = link[b];
        kp_r0 = x[b * 128 + t];
    };
    auto kp_compute = [&](int b, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + tile[j] * (t ^ b);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int b = first;
        if (b != -1) {
            int kp_stage = 0;
            kp_fetch(b);
            kp_store(kp_stage);
            __syncthreads();
            int kp_b = b;
            for (b = next; b != -1; b = next) {
                kp_fetch(b);
                kp_compute(kp_b, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_b = b;
                kp_stage ^= 1;
            }
            kp_compute(kp_b, kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
