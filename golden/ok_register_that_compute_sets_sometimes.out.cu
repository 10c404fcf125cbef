// Compute has the value that the load phase has read, where it sets none of its own.
__global__ void f(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 1; i++)
            kp_r0[i] = B[k * 64 + t + i * 64];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        float r[1];
        for (int i = 0; i < 1; i++)
            r[i] = B[k * 64 + t + i * 64];
        acc += s[63 - t];
        if (k & 1)
            for (int i = 0; i < 1; i++)
                r[i] = s[t] * 2;
        for (int i = 0; i < 1; i++)
            acc += r[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        float r[1];
        #pragma unroll
        for (int i = 0; i < 1; i++)
            r[i] = kp_r0[i];
        for (int i = 0; i < 1; i++)
            s[t + i * 64] = r[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}
