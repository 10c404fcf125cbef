// Both branches fill the same tile: with two buffers it is none that the other loop could have.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;
    __shared__ __align__(128) float kp_tile[2][128];


#ifdef BACKWARDS
#else

#endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
#ifdef BACKWARDS
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
#else
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
#endif
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
#ifdef BACKWARDS
        int i = n - 128;
        if (i >= 0) {
#else
        int i = 0;
        if (i < n) {
#endif
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
#ifdef BACKWARDS
            __syncthreads();
            for (i -= 128; i >= 0; i -= 128) {
#else
            __syncthreads();
            for (i += 128; i < n; i += 128) {
#endif
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
#ifdef BACKWARDS
                __syncthreads();
#else
                __syncthreads();
#endif
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#ifdef BACKWARDS

#endif
    y[t] = sum;
}
