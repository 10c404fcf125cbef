// kpipe: --arch sm_90
// The block is not in the file: threads that lie along x are as in any row.
__global__ void __launch_bounds__(256) product(const float *A, const float *B, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][16][64], kp_As_Bs[2][16][64];
    const int t = threadIdx.x, x = t % 16, y = t / 16;
    float sum[4][4] = {};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64 * K;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i) {
            if (i >= 16 * 64)
                continue;
            kp_r0[kp_i] = A[i / 16 * K + k0 + i % 16];
            kp_r1[kp_i] = B[i / 16 * K + k0 + i % 16];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 16; i++)
                sum[i / 4][i % 4] += As[k][y * 4 + i / 4] * Bs[k][x * 4 + i % 4];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i) {
            if (i >= 16 * 64)
                continue;
            As[i % 16][i / 16] = kp_r0[kp_i];
            Bs[i % 16][i / 16] = kp_r1[kp_i];
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 16; i++)
        C[(blockIdx.y * 64 + y * 4 + i / 4) * gridDim.x * 64 + blockIdx.x * 64 + x * 4 + i % 4] = sum[i / 4][i % 4];
}

