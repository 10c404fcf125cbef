// kpipe: --variant ldg --stages 2
// Unsigned numbers, upwards.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, unsigned m)
{
    __shared__ __align__(128) float kp_buf[2][256 * 3];
    const float p = blockIdx.x;
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[6];
    auto kp_fetch = [&](unsigned int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        const unsigned end = min(m, k0 + 256) - k0;
        #pragma unroll
        for (unsigned k = threadIdx.x, kp_i = 0; kp_i < 6 && k < end; k += blockDim.x, ++kp_i)
            kp_r0[kp_i] = q[k0 + k];
    };
    auto kp_compute = [&](unsigned int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage];
        const unsigned end = min(m, k0 + 256) - k0;
        for (unsigned k = 0; k < end; k++)
            s += buf[k] * p;
    };
    auto kp_store = [&](unsigned int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage];
        const unsigned end = min(m, k0 + 256) - k0;
        {
            unsigned k = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 6 && k < end; k += blockDim.x, ++kp_i)
                buf[k] = kp_r0[kp_i];
            for (; k < end; k += blockDim.x)
                buf[k] = q[k0 + k];
        }
    };
    {
        unsigned k0 = 0;
        if (k0 < m) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            unsigned int kp_k0 = k0;
            for (k0 += 256; k0 < m; k0 += 256) {
                kp_fetch(k0);
                kp_compute(kp_k0, kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_k0 = k0;
                kp_stage ^= 1;
            }
            kp_compute(kp_k0, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
