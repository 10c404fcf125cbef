// kpipe: --variant ldg
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = t + 4, kp_i = 0; kp_i < 4 && i + -4 < 256; i += 64, ++kp_i)
            kp_r0[kp_i] = A[k + i - 4];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc = acc * 0.5f + As[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        {
            int i = t + 4;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i + -4 < 256; i += 64, ++kp_i)
                As[i - 4] = kp_r0[kp_i];
            for (; i + -4 < 256; i += 64)
                As[i - 4] = A[k + i - 4];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = acc;
}

void launch(const float *A, float *out, int n, int blocks)
{
    k<<<blocks, 64>>>(A, out, n);
}
