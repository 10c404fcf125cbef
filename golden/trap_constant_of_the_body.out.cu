// The number of trips is a constant of the body; in front of the loop its name means another one.
template <int W>
__global__ void gemv(const signed char *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int N = 2;
    __shared__ __align__(128) float kp_xs[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(N == 2, "kpipe: N has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    signed char kp_r0[(2 * W) > 0 ? (2 * W) : 1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        constexpr int N = 2 * W;
        #pragma unroll
        for (int i = 0; i < N; ++i)
            kp_r0[i] = x[k + t + 128 * i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        constexpr int N = 2 * W;
        for (int j = 0; j < 512; ++j)
            sum += xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        constexpr int N = 2 * W;
        #pragma unroll
        for (int i = 0; i < N; ++i)
            xs[t + 128 * i] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum + N;
}
template __global__ void gemv<2>(const signed char *, float *, int);
