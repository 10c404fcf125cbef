// kpipe: --arch sm_90
// Neighbours in the tile are two apart in memory.
__global__ void __launch_bounds__(256)
    every_second(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(128) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                kp_r0[kp_i] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32 * 2];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                s[i / 32][i % 32] = kp_r0[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
