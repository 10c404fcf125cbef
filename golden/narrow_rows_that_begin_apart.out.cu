// kpipe: --arch sm_90
// The threads of a vector do not begin with the same row: 25 of them do.
__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(128) float kp_s[2][60][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int r = tid / 25, kp_i = 0; kp_i < 8; r += 8, ++kp_i) {
            if (r >= 60)
                continue;
            const int c = tid % 32;
            kp_r0[kp_i] = blockIdx.x * 60 + r < rows ? a[(blockIdx.x * 60 + r) * n + k0 + c] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 60][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        #pragma unroll
        for (int r = tid / 25, kp_i = 0; kp_i < 8; r += 8, ++kp_i) {
            if (r >= 60)
                continue;
            const int c = tid % 32;
            s[r][c] = kp_r0[kp_i];
        }
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
    out[blockIdx.x * 256 + tid] = sum;
}
