// The macros make more of what they read: their value is staged, not the bytes that were read.
#define TWICE(p) (2 * *(p))
#define BOTH(p, q) (*(p) + *(q))
#define SAFE(p, c) ((c) ? (int)*(p) : 7)

__global__ __launch_bounds__(128) void sums(const unsigned char *__restrict__ x,
                                            const unsigned char *__restrict__ w,
                                            int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_twice[2][128];
    __shared__ __align__(128) int kp_both[2][128];
    __shared__ __align__(128) int kp_safe[2][128];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = TWICE(x + k + t);
        kp_r1 = BOTH(x + k + t, w + k + t);
        kp_r2 = SAFE(w + k + t, k + t < n);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &twice = kp_twice[kp_stage];
        auto &both = kp_both[kp_stage];
        auto &safe = kp_safe[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += twice[j] * both[127 - j] + safe[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &twice = kp_twice[kp_stage];
        auto &both = kp_both[kp_stage];
        auto &safe = kp_safe[kp_stage];
        twice[t] = kp_r0;
        both[t] = kp_r1;
        safe[t] = kp_r2;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

#define AS_FLOAT(p) ((float)(*(p)))

__global__ __launch_bounds__(128) void gemv(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = AS_FLOAT(x + k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
