// kpipe: --variant ldg --stages 2
// The same threads come to the loop each time.
__global__ void sums(int b, int m, const float *__restrict__ q, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_buf[2][256];
    float s = 0;
    for (int i = 0; i < b; i++) {
        if (threadIdx.x / 32 == 0)
        {
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0[2];
        auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
            const int end = min(m, k0 + 256) - k0;
            #pragma unroll
            for (int k = threadIdx.x, kp_i = 0; kp_i < 2 && k < end; k += blockDim.x, ++kp_i)
                kp_r0[kp_i] = q[i * m + k0 + k];
        };
        auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &buf = kp_buf[kp_stage];
            const int end = min(m, k0 + 256) - k0;
            for (int k = 0; k < end; k++)
                s += buf[k] * buf[k];
        };
        auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &buf = kp_buf[kp_stage];
            const int end = min(m, k0 + 256) - k0;
            {
                int k = threadIdx.x;
                #pragma unroll
                for (int kp_i = 0; kp_i < 2 && k < end; k += blockDim.x, ++kp_i)
                    buf[k] = kp_r0[kp_i];
                for (; k < end; k += blockDim.x)
                    buf[k] = q[i * m + k0 + k];
            }
        };
        {
            int k0 = 0;
            if (k0 < m) {
                int kp_stage = 0;
                kp_fetch(k0);
                kp_store(k0, kp_stage);
                __syncthreads();
                int kp_k0 = k0;
                for (k0 += 256; k0 < m; k0 += 256) {
                    kp_fetch(k0);
                    kp_compute(kp_k0, kp_stage);
                    kp_store(k0, kp_stage ^ 1);
                    __syncthreads();
                    kp_k0 = k0;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k0, kp_stage);
                __syncthreads();
            }
        }
        }
    }
    out[threadIdx.x] = s;
}
