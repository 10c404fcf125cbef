// The text has a brace more than it closes; what is compiled has not.
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = in[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
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
#if 1
    if (blockIdx.x < n / 128) {
#else
    {
#endif
        out[blockIdx.x * 128 + threadIdx.x] = sum;
    }
}
