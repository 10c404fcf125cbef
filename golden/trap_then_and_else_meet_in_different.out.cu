// then and else meet in different trips
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ struct alignas(128) { float As[64 * 8 + 8]; } kp_As[2];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (j < 2)
                kp_r0[j] = A[i * 256 + t + j];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int j = 0; j < 2; ++j)
            acc += As[(63 - t) * 8 + j] * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (j < 2)
                As[t * 8 + j] = kp_r0[j];
            else
                As[t * 8 + j - 2] = 1.0f;
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = acc;
}
