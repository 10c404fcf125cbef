// The two branches fill the same elements, by variables of their own.
__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k % 128 == odd) {
            kp_r0 = A[k + t];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += As[300 + j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k % 128 == odd) {
            const int at = t + 300;
            As[at] = kp_r0;
        } else {
            const int at = t + 300;
            As[at] = 0.0f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
