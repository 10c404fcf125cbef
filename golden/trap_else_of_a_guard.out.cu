// The guard's own else has nothing to fetch: without it the guard would take the outer one.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t < 32)
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                if (k + t * 4 + i < m)
                    kp_r0[i] = A[k + t * 4 + i];
                else
                    {}
        else
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                kp_r1[i] = A[k + t * 4 + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc = acc * 0.5f + As[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (t < 32)
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                if (k + t * 4 + i < m)
                    As[t * 4 + i] = 2 * kp_r0[i];
                else
                    As[t * 4 + i] = 0;
        else
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                As[t * 4 + i] = 3 * kp_r1[i];
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

void launch(const float *A, float *out, int n, int m, int blocks)
{
    k<<<blocks, 64>>>(A, out, n, m);
}
