// kpipe: --no-runtime-checks
// The source is a restrict parameter: what is stored through another one is not read through it.
__global__ void sums(float *__restrict__ A, float *w, int n)
{
    __shared__ __align__(128) float kp_As[2][128];
    float s = 0;
    A[threadIdx.x] = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + threadIdx.x];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 128; ++j)
            s += As[j];
        w[i + threadIdx.x] = s;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
