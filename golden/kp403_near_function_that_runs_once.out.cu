/* The kernel calls the function once: its parameters have one value as long as the tile lives, and
 * what the guards leave out, no iteration writes. */
__device__ static float rows(const float *__restrict__ x, const float *__restrict__ y, int n, int width, bool turned)
{
    __shared__ __align__(128) float kp_xs[2][256], kp_xs_ys[2][256];
    int t = threadIdx.x;
    bool takes_part = t < width;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (turned) {
            if (takes_part)
                kp_r0 = x[(k + t) * n + blockIdx.x];
        } else {
            if (t < width)
                kp_r1 = x[blockIdx.x * n + k + t];
        }
        if (takes_part)
            kp_r2 = y[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        for (int i = 0; i < width; i++)
            sum += xs[i] * ys[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        if (turned) {
            if (takes_part)
                xs[t] = kp_r0;
        } else {
            if (t < width)
                xs[t] = kp_r1;
        }
        if (takes_part)
            ys[t] = kp_r2;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += width; k < n; k += width) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    return sum;
}

__global__ __launch_bounds__(256) void once(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ y, int n, int width, bool turned)
{
    float sum = rows(x, y, n, width, turned);

    if (threadIdx.x < width)
        out[blockIdx.x * 256 + threadIdx.x] = sum;
}
