// kpipe: --arch sm_90 --explain --no-widen
// Eight of them have scoreboards enough: the lanes' lines decide.
constexpr int BM = 64, BN = 64, BK = 4;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][BK][BM], kp_As_Bs[2][BK][BN];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx;
    float acc[8][8] = {0.0f};

    static_assert(BK == 4 && BM == 64 && BN == 64,
                  "kpipe: BK, BM or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BM)
                continue;
            const int row = blockIdx.y * BM + i % BM, col = k + i / BM;
            if (row < M && col < K)
                kp_r0[kp_i] = A[row * K + col];
            else
                kp_r0[kp_i] = 0.0f;
        }
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BN)
                continue;
            const int row = k + i / BN, col = blockIdx.x * BN + i % BN;
            if (row < K && col < N)
                kp_r1[kp_i] = B[row * N + col];
            else
                kp_r1[kp_i] = 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < BK; j++)
            for (int m = 0; m < 8; m++)
                for (int n = 0; n < 8; n++)
                    acc[m][n] += As[j][ty * 8 + m] * Bs[j][tx * 8 + n];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BM)
                continue;
            As[i / BM][i % BM] = kp_r0[kp_i];
        }
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 64, ++kp_i) {
            if (i >= BK * BN)
                continue;
            Bs[i / BN][i % BN] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += BK; k < K; k += BK) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++)
            if (blockIdx.y * BM + ty * 8 + m < M && blockIdx.x * BN + tx * 8 + n < N)
                C[(blockIdx.y * BM + ty * 8 + m) * N + blockIdx.x * BN + tx * 8 + n] = acc[m][n];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), dim3(8, 8)>>>(A, B, C, M, N, K);
}
