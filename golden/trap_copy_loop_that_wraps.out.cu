// kpipe: --variant ldg
// The counter begins below zero, which is far above the bound: sixteen trips, not none.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][4096];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned i = 4294967040u, kp_i = 0; kp_i < 1 && i + 256u <= 3840u; i += 256u, ++kp_i)
            kp_r0[kp_i] = x[k + i + 256u + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 4096; ++j)
            sum += A[(k + j) * 256 + t] * xs[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            unsigned i = 4294967040u;
            #pragma unroll
            for (int kp_i = 0; kp_i < 1 && i + 256u <= 3840u; i += 256u, ++kp_i)
                xs[i + 256u + t] = kp_r0[kp_i];
            for (; i + 256u <= 3840u; i += 256u)
                xs[i + 256u + t] = x[k + i + 256u + t];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 4096; k < n; k += 4096) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[t] = sum;
}
