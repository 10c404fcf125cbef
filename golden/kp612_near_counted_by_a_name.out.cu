// The step is a number that has a name: registers hold two trips, and kpipe's own check looks at two.
__global__ void __launch_bounds__(32) rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    int t = threadIdx.x;
    float acc = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        int w = 3;
        #pragma unroll
        for (int i = 1, kp_i = 0; i < 7; i += w, ++kp_i)
            kp_r0[kp_i] = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[32 + (t ^ 1)] - s[128 + (t ^ 2)];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        int w = 3;
        #pragma unroll
        for (int i = 1, kp_i = 0; i < 7; i += w, ++kp_i)
            s[i * 32 + t] = kp_r0[kp_i] * i;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 32 + t] = acc;
}
