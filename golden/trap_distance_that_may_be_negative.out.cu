// kpipe: --variant ldg
// With D = -64 the loop makes five trips, of which three are below the bound.
template <int D>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][320];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[5];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 5 && i + D <= 192; i += 64, ++kp_i)
            kp_r0[kp_i] = x[k + i + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 320; ++j)
            sum += A[(k + j) * 64 + t] * xs[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int i = 0;
            #pragma unroll
            for (int kp_i = 0; kp_i < 5 && i + D <= 192; i += 64, ++kp_i)
                xs[i + t] = kp_r0[kp_i];
            for (; i + D <= 192; i += 64)
                xs[i + t] = x[k + i + t];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 320; k < n; k += 320) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[t] = sum;
}
