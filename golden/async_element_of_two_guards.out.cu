// kpipe: --stages 2 --variant cp-async
// Each element is copied in one trip and cleared in a later one: what the guards keep apart in a trip
// is not apart in all.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ k, float *out, int n)
{
    __shared__ __align__(128) float kp_ks[2][64 * 4];
    float sum = 0.f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int j) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 8; i++) {
            if (i < 4)
                kp_r0[i] = k[j * 256 + threadIdx.x * 4 + i];
            else
                kp_r0[i] = 0.f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        for (int r = 0; r < 256; r++)
            sum += ks[r] * (r + threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        #pragma unroll
        for (int i = 0; i < 8; i++) {
            ks[threadIdx.x * 4 + i % 4] = kp_r0[i];
        }
    };
    {
        int j = 0;
        if (j < n) {
            int kp_stage = 0;
            kp_fetch(j);
            kp_store(kp_stage);
            __syncthreads();
            for (j++; j < n; j++) {
                kp_fetch(j);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void run(const float *k, float *out, int n)
{
    sums<<<2, 64>>>(k, out, n);
}
