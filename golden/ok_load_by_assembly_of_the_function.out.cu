// Variables of the function that assembly loads: the fetch has variables of its own, as the function's have values of the
// iteration before, which one kernel stores and the other one leaves behind the loop.

__global__ void __launch_bounds__(256) sums(const float2 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f, v = 0.0f, w = 1.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + t < n)
            {
                float v;
                float w;
                asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(v), "=f"(w) : "l"(&x[k + t]));
                kp_r0 = v;
                kp_r1 = w;
            }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        v = w = 0.0f;
        if (k + t < n)
            { v = kp_r0; w = kp_r1; }
        xs[t] = w + v;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum + v;
}

__global__ void __launch_bounds__(256) pairs(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f, v = 3.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        {
            float v;
            asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(&x[k + t]));
            kp_r0 = v;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float last = v;
        v = kp_r0;
        xs[t] = v - last;
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
    y[blockIdx.x * 256 + t] = sum;
}
