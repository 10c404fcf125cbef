// Compute leaves results in the tile behind its use: the next fill is behind them, as it was.
__global__ void transform(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        if (i + t < n)
            kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i) __attribute__((always_inline)) {
        float v = 0.0f;
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        __syncthreads();
        if (t % 3)
            tile[127 - t] = v;
        __syncthreads();
        y[i + t] = tile[t];
    };
    auto kp_store = [&](int i) __attribute__((always_inline)) {
        if (i + t < n)
            tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            kp_fetch(i);
            kp_store(i);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i);
                __syncthreads();
                kp_store(i);
                __syncthreads();
                kp_i = i;
            }
            kp_compute(kp_i);
        }
    }
}
