// kpipe: --assume-no-alias
// The user says so.
__global__ void filter(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;

    // assumed because of --assume-no-alias: stores through 'y' do not change what the tiles are loaded from
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        float v = 0.0f;
        for (int j = 0; j <= t; ++j)
            v += tile[j] * (t - j);
        y[i + t] = v;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int i = blockIdx.x * n;
        if (i < (blockIdx.x + 1) * n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < (blockIdx.x + 1) * n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
