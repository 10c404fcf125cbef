// kpipe: --variant ldg --stages 2
// A counter declared in front of the kernel counts in a loop that calls a function, and in one that does not.
__device__ float use(float a, int b)
{
    if (b > 2)
        return a;
    return b * a;
}

__global__ void k(const float *__restrict__ A, float *out, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    int t = threadIdx.x, i, j;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = A[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (j = 0; j < 64; j++)
            sum += use(s[j], t);
        for (j = 0; j < 64; j++)
            sum += s[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    i = 0;
    if (i < n) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        for (i += 64; i < n; i += 64) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    out[t] = sum;
}
