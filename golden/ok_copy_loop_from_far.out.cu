// `start + 4 <= n` may wrap round: how often the loop runs is not known, and need not be.
__global__ void scale(const float *__restrict__ x, float *__restrict__ y, int n, unsigned start)
{
    __shared__ __align__(128) float kp_s[2][4096];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[16];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned i = start, kp_i = 0; kp_i < 16 && i + 256 <= 4096u; i += 256, ++kp_i)
            kp_r0[kp_i] = x[k + i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 4096; ++j)
            sum += s[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        {
            unsigned i = start;
            #pragma unroll
            for (int kp_i = 0; kp_i < 16 && i + 256 <= 4096u; i += 256, ++kp_i)
                s[i + threadIdx.x] = 2.0f * kp_r0[kp_i];
            for (; i + 256 <= 4096u; i += 256)
                s[i + threadIdx.x] = 2.0f * x[k + i + threadIdx.x];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 4096; k < n; k += 4096) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}
