// The loop ends by what it reads of global memory, where nothing stores what the assembly reads: that goes into the tile.
__global__ void sums(const int *__restrict__ rows, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float v = 0.0f;
        if (rows[k + t] >= 0)
            { asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(x + rows[k + t])); kp_r0 = v; }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float v = 0.0f;
        if (rows[k + t] >= 0)
            v = kp_r0;
        xs[t] = v;
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    auto &xs = kp_xs[kp_stage];
    for (int i = 0; i < 8; ++i) {
        if (rows[i] < 0)
            break;
        float v;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(x + rows[i]));
        xs[t] = v;
        sum += v;
    }
    y[blockIdx.x * 128 + t] = sum;
}
