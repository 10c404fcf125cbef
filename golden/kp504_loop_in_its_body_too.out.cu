// Of two loops around the same text, both of which could be pipelined, the inner one is.
__global__ void mixed(const float *__restrict__ x, const float *__restrict__ d, float *y, int n, int m)
{
    __shared__ __align__(128) float xs[128], kp_ds[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int j) __attribute__((always_inline)) {
            kp_r0 = d[j + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ds = kp_ds[kp_stage];
            for (int i = 0; i < 128; ++i)
                sum += xs[(t + i) % 128] * ds[i];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ds = kp_ds[kp_stage];
            ds[t] = kp_r0;
        };
        {
            int j = 0;
            if (j < m) {
                int kp_stage = 0;
                kp_fetch(j);
                kp_store(kp_stage);
                __syncthreads();
                for (j += 128; j < m; j += 128) {
                    kp_fetch(j);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
        __syncthreads();
    }
    y[t] = sum;
}
