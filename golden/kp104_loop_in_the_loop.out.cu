// Both loops fill a tile, and the outer one would move the text of the inner one.
__global__ void twice(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ __align__(128) float xs[128], kp_ws[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int j) __attribute__((always_inline)) {
            kp_r0 = w[k * n + j + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ws = kp_ws[kp_stage];
            for (int i = 0; i < 128; ++i)
                sum += ws[i] * xs[(i + t) % 128];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ws = kp_ws[kp_stage];
            ws[t] = kp_r0;
        };
        {
            int j = 0;
            if (j < n) {
                int kp_stage = 0;
                kp_fetch(j);
                kp_store(kp_stage);
                __syncthreads();
                for (j += 128; j < n; j += 128) {
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
