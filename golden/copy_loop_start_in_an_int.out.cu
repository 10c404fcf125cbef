// kpipe: --stages 2
// The start of the copy loop in an int: what is converted has room in it.
__global__ void __launch_bounds__(128) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][384];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = (int)(threadIdx.x + 128u), kp_i = 0; kp_i < 4; i += 128, ++kp_i)
            if (i < 512)
                kp_r0[kp_i] = x[k + i - 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 384; j++)
            sum += xs[j] * xs[(t + j) % 384];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        #pragma unroll
        for (int i = (int)(threadIdx.x + 128u), kp_i = 0; kp_i < 4; i += 128, ++kp_i)
            if (i < 512)
                xs[i - 128] = 2 * kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 384; k < n; k += 384) {
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
