// the index loses bits: two trips write one element
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 8; j += 128, ++kp_i)
 if (j < 1024)
                kp_r0[kp_i] = A[i * 1024 + j];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[255 - t] * (i + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 8; j += 128, ++kp_i)
 if (j < 1024)
                As[(unsigned char)j] = kp_r0[kp_i];
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
