// kpipe: --unroll
// Two buffers, and a directive that stands at the indentation of its loop.
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_As[2][128];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, unrolled, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll 8
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            #pragma unroll 2
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}
