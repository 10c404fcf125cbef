// A variable of the function that assembly loads, and that the fetch needs for the next load.

__global__ void __launch_bounds__(256) sums(const int *__restrict__ at, const float *__restrict__ x,
                                            float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        asm volatile("ld.global.s32 %0, [%1];" : "=r"(i) : "l"(&at[k + t]));
        kp_r0 = i;
        kp_r1 = x[i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        int i;
        i = kp_r0;
        xs[t] = kp_r1 * i;
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
