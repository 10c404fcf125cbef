// The switch is a macro's in one place and written out in the other: its break is the same.
#define ADVANCE switch (n & 3) { case 1: m++; break; default: break; }
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n, int m)
{
    __shared__ __align__(128) float kp_a[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t + m];
        switch (n & 3) { case 1: m++; break; default: break; }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += a[j] * (j + t);
    };
    auto kp_store = [&](int m, int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        a[t] = kp_r0;
        switch (n & 3) { case 1: m++; break; default: break; }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            const auto kp_old_m = m;
            kp_fetch(k);
            kp_store(kp_old_m, kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                const auto kp_old_m = m;
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_old_m, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
void run(const float *x, float *out, int n, int m) { sums<<<2, 64>>>(x, out, n, m); }
