// The switch is in the body, and another one around the loop has its cases in front of it and behind.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i;

    switch (n & 64) {
    case 0:
        acc = 1.0f;
    case 64:
    {
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&]() __attribute__((always_inline)) {
            kp_r0 = x[i + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                switch (j & 1) {
                case 0:
                    acc += s[j] * (j + t);
                    break;
                default:
                    acc -= s[j];
                }
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
    }
    default:
        acc += 1.0f;
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
