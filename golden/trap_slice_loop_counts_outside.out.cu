// kpipe: --variant ldg
// The fetch needs the counter of a loop, and not what stands in it.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        int all = 0;
        int off;

        for (off = 0; off < k; off += 7)
            all += off;
        kp_r0 = x[off + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        int all = 0;
        int off;

        for (off = 0; off < k; off += 7)
            all += off;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += all;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
