// kpipe: --variant ldg --stages 2
// A function changes one of two elements that are equal before.
__device__ void add(float &sum, float x)
{
    if (x > 2)
        sum += x;
}

__global__ void k(const float *__restrict__ A, float *out, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float total = 0, sum[2];

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        sum[0] = 0;
        sum[1] = 0;
        add(sum[1], s[t ^ 1]);
        total += sum[0] * t + sum[1];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[t] = total;
}
