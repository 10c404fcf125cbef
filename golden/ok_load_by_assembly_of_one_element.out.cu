// Each statement of assembly sets an element, and leaves the others as they are.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float v[2];
        asm("ld.global.f32 %0, [%1];" : "=f"(v[0]) : "l"(x + k + t));
        kp_r0 = v[0];
        asm("ld.global.f32 %0, [%1];" : "=f"(v[1]) : "l"(x + k + t + 64));
        kp_r1 = v[1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[(j + t) % 128] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float v[2];
        v[0] = kp_r0;
        v[1] = kp_r1;
        xs[t] = v[0];
        xs[t + 64] = v[1];
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
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) some(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float v[3] = {1.0f, 0.0f, 2.0f};
        asm("{.reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.f32 %0, [%1];}" : "+f"(v[1]) : "l"(x + k + t), "r"(t & 1));
        kp_r0 = v[1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float v[3] = {1.0f, 0.0f, 2.0f};
        v[1] = kp_r0;
        xs[t] = v[0] + v[1] * v[2];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) chosen(const float *__restrict__ x, const int *__restrict__ list, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        int v[2];
        asm("ld.global.s32 %0, [%1];" : "=r"(v[0]) : "l"(list + k + t));
        kp_r0 = v[0];
        asm("ld.global.s32 %0, [%1];" : "=r"(v[1]) : "l"(x + v[0]));
        kp_r1 = v[1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        int v[2];
        v[0] = kp_r0;
        v[1] = kp_r1;
        xs[t] = __int_as_float(v[1]);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) again(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        int v[2];
        v[0] = k + t;
        v[1] = k;
        asm("{.reg .u64 q; mad.wide.s32 q, %2, 4, %1; ld.global.s32 %0, [q];}" : "=r"(v[0]) : "l"(x), "r"(v[0]));
        kp_r0 = v[0];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        int v[2];
        v[0] = k + t;
        v[1] = k;
        v[0] = kp_r0;
        xs[t] = v[0] + v[1];
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
    y[blockIdx.x * 64 + t] = sum;
}
