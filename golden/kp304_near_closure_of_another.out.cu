// The closure reads what neither phase sets.
#define T 64
__global__ void __launch_bounds__(T) last(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_As[2][T];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;
    const int first = n / 2;
    auto where = [&] { return first; };

    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        at = (k / T * 3 + 1) & 31;
        kp_r0 = A[k + t + at];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k / T % 2 == 0)
            at = 40;
        for (int i = 0; i < T; i++)
            sum = sum * 0.5f + As[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[blockIdx.x * T + t] = sum + where();
}
