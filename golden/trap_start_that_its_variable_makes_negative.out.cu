// kpipe: --stages 2
// The same by the type of the variable alone.
__global__ void __launch_bounds__(128) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][384];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x + 0xFFFFFF80u, kp_i = 0; kp_i < 1 && i < 256; i += 128, ++kp_i)
            kp_r0[kp_i] = x[k + i + 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 384; j++)
            sum += xs[j] * xs[(t + j) % 384];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int i = threadIdx.x + 0xFFFFFF80u;
            #pragma unroll
            for (int kp_i = 0; kp_i < 1 && i < 256; i += 128, ++kp_i)
                xs[i + 128] = 2 * kp_r0[kp_i];
            for (; i < 256; i += 128)
                xs[i + 128] = 2 * x[k + i + 128];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 384; k < n; k += 384) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
