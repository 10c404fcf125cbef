// A block is one warp: registers, which cost an SM less than a warp's cp.async does.
__global__ void mm(const float *A, const float *B, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][16][8];
    __shared__ __align__(128) float kp_Bs[2][8][16];
    int t = threadIdx.x;
    float acc[8] = {};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = *(const float4 *)&A[(blockIdx.y * 16 + t / 2) * n + k0 + t % 2 * 4];
        kp_r1 = *(const float4 *)&B[(k0 + t / 4) * n + blockIdx.x * 16 + t % 4 * 4];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 8; ++k)
                acc[i] += As[t / 16 + i * 2][k] * Bs[k][t % 16];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        *(float4 *)&As[t / 2][t % 2 * 4] = kp_r0;
        *(float4 *)&Bs[t / 4][t % 4 * 4] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 8; k0 < n; k0 += 8) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 8; i++)
        C[(blockIdx.y * 16 + t / 16 + i * 2) * n + blockIdx.x * 16 + t % 16] = acc[i];
}

void run(const float *A, const float *B, float *C, int n)
{
    mm<<<dim3(n / 16, n / 16), 32>>>(A, B, C, n);
}
