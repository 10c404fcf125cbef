// indices count float4 in one copy and float in the other
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ __align__(16) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        if (t == 1) kp_r0 = ((const float4 *)A)[i * 64 + t];
        if (t == 1) kp_r1 = A[i * 256 + 5 + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[4 + t % 4] * (i + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (t == 1) ((float4 *)As)[t] = kp_r0;
        if (t == 1) As[t + 4] = kp_r1;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (++i; i < n; ++i) {
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
    C[t] = acc;
}
