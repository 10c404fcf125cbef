// kpipe: --variant ldg --stages 2
// The threads that fill the tile, and how, are the same each time: below the bound nothing is old.
__global__ void sums(float *__restrict__ out, const float *__restrict__ q, int m)
{
    __shared__ __align__(128) float kp_buf[2][128];
    const float p = blockIdx.x;
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[22];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        if (threadIdx.y == 1)
            #pragma unroll
            for (int k = threadIdx.x * 2, kp_i = 0; kp_i < 22; k += 6, ++kp_i)
                if (k < 128)
                    if (k % 5 && k + k0 < m)
                    kp_r0[kp_i] = q[k0 + k];
    };
    auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage];
        const int end = min(m, k0 + 128) - k0;
        for (int k = 0; k < end; k += 2)
            if (k % 5)
                s += buf[k] * p;
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage];
        if (threadIdx.y == 1)
            #pragma unroll
            for (int k = threadIdx.x * 2, kp_i = 0; kp_i < 22; k += 6, ++kp_i)
                if (k < 128)
                    if (k % 5 && k + k0 < m)
                    buf[k] = kp_r0[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < m) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            int kp_k0 = k0;
            for (k0 += 128; k0 < m; k0 += 128) {
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
