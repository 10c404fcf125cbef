// A cast says how much is read.
__global__ void __launch_bounds__(64)
    by_cast(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = *reinterpret_cast<const float4 *>(&A[k + 4 * t]);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum = sum * 0.5f + s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        const float4 v = kp_r0;
        s[4 * t] = v.x;
        s[4 * t + 1] = v.y;
        s[4 * t + 2] = v.z;
        s[4 * t + 3] = v.w;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
