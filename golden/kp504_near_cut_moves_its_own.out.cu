// What the loop moves on is declared in it.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned char kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i) {
            const unsigned char *p = q;
            p += k + i;
            kp_r0[kp_i] = *p;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i) {
                xs[i] = 0.5f * kp_r0[kp_i];
            }
            for (; i < 256; i += blockDim.x) {
                const unsigned char *p = q;
                p += k + i;
                xs[i] = 0.5f * *p;
            }
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
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
