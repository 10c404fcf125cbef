// Reset and read of the counter stand in one interval: only the barriers on both sides of the
// reset make that right.
__global__ void count_large(const float *__restrict__ x, int *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    __shared__ int count[2];
    const int t = threadIdx.x;
    int most = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (t < 2)
            count[t] = 0;
        __syncthreads();
        if (xs[t] > xs[127 - t])
            atomicAdd(&count[t % 2], 1);
        __syncthreads();
        most = max(most, count[0] - count[1]);
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
    out[blockIdx.x * 128 + t] = most;
}
