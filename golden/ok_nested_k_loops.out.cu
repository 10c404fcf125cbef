// A K-loop in the compute phase of another one.
__global__ void pairs(const float *__restrict__ x, const float *__restrict__ w,
                      float *__restrict__ y, int n)
{
    __shared__ float outer[128];
    __shared__ __align__(128) float kp_inner[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        outer[t] = x[i + t];
        __syncthreads();
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = w[k + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &inner = kp_inner[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += outer[(j + t) % 128] * inner[j];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &inner = kp_inner[kp_stage];
            inner[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
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
    }
    y[blockIdx.x * 128 + t] = sum;
}
