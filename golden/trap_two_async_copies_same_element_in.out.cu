// two async copies, same element in different trips
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ struct alignas(128) { float As[64 * 4 + 4]; } kp_As[2];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[3], kp_r1[3];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = 0; j < 3; ++j) {
            kp_r0[j] = A[i * 256 + t + j];
            kp_r1[j] = A[i * 256 + t + 64 + j];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int j = 0; j < 4; ++j)
            acc += As[(63 - t) * 4 + j] * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        #pragma unroll
        for (int j = 0; j < 3; ++j) {
            As[t * 4 + j] = kp_r0[j];
            As[t * 4 + j + 1] = kp_r1[j];
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
