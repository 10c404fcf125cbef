// Compute uses the same variables for its own values; each trip of its loop writes them first.
__global__ __launch_bounds__(64) void gemv4(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ __align__(128) float kp_tile[2][4 * 64];
    const int t = threadIdx.x;
    float4 v, sum = {0, 0, 0, 0};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = *(const float4 *)(x + 4 * t);
        x += 256;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; ++j) {
            v = *(const float4 *)(tile + 4 * j);
            sum.x += v.x;
            sum.y += v.y * v.z;
            sum.w += v.w;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        v = kp_r0;
        tile[t] = v.x;
        tile[64 + t] = v.y;
        tile[128 + t] = v.z;
        tile[192 + t] = v.w;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch();
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum.x + sum.y + sum.w;
}
