// kpipe: --variant cp-async
// Y[t] is stored twice, the second time within another assignment: an asynchronous copy would land
// behind it, and win.
__global__ void fixed(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_X[2][128], kp_X_Y[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = B[k0 + t];
        kp_r1 = A[k0 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &X = kp_X[kp_stage];
        auto &Y = kp_X_Y[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &X = kp_X[kp_stage];
        auto &Y = kp_X_Y[kp_stage];
        X[t] = kp_r0;
        Y[t] = kp_r1;
        if (k0 == t)
            X[t] = Y[t] = 0.0f;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += 128; k0 < n; k0 += 128) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
