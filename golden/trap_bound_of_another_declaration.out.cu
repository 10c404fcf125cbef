// The last declaration of a kernel has the bound that counts: 256.
__global__ void __launch_bounds__(128) sums(const float *a, float *b, int n);
__global__ void __launch_bounds__(256) sums(const float *a, float *b, int n)
{
    __shared__ __align__(128) float kp_tile[2][512];
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int r = 0; r < 2; r++)
            kp_r0[r] = a[k + r * 128 + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 256; i++)
            sum += tile[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int r = 0; r < 2; r++)
            tile[threadIdx.x < 128 ? threadIdx.x + r * 128 : threadIdx.x + 128] = kp_r0[r];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    b[threadIdx.x] = sum;
}
