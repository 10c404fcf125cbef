// No launch in sight: blocks of 32x32 tiles cover N and M, without guards, so that these are multiples of 32.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][32][8];
    __shared__ __align__(128) float kp_Bs[2][8][32];
    const int by = blockIdx.y, bx = blockIdx.x, t = threadIdx.x;
    float sum[4] = {0};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[(by * 32 + t / 8) * K + k0 + t % 8];
        kp_r1 = B[(k0 + t / 32) * N + bx * 32 + t % 32];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < 4; ++i)
                sum[i] += As[t / 32 * 4 + i][k] * Bs[k][t % 32];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        As[t / 8][t % 8] = kp_r0;
        Bs[t / 32][t % 32] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 8; k0 < K; k0 += 8) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 4; ++i)
        C[(by * 32 + t / 32 * 4 + i) * N + bx * 32 + t % 32] = sum[i];
}
