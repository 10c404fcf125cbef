// block_max() synchronises three times, whenever it is called: its barriers stay in compute.
__device__ float block_max(float v)
{
    __shared__ float part[128];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

__global__ void log_sum_exp(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float m = -1e30f, sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[blockIdx.x * n + i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const float top = fmaxf(m, block_max(xs[127 - t]));
        sum *= expf(m - top);
        for (int j = 0; j < 128; ++j)
            sum += expf(xs[j] - top);
        m = top;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (t == 0)
        out[blockIdx.x] = m + logf(sum);
}
