// The index table lies in shared memory too, but it is filled once, in front of the loop.
__global__ void two_level(const float *__restrict__ x, const int *__restrict__ list,
                          float *__restrict__ out, int n)
{
    __shared__ int rows[128];
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    rows[t] = list[blockIdx.x * 128 + t];
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[rows[i % 128] * 128 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
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
            for (++i; i < n; ++i) {
                kp_fetch(i);
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
