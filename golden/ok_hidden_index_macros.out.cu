// The tile hides behind an index macro of the same name.
#define BK 16
#define As(i, j) smem[(i) * BK + (j)]
#define Bs(i, j) smem[256 + (i) * BK + (j)]
#define A(i, j) a[(i) * K + (j)]
#define B(i, j) b[(i) * N + (j)]

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                       float *__restrict__ c, int N, int K)
{
    __shared__ __align__(128) float kp_smem[2][512];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    static_assert(BK == 16, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A(row, k0 + tx);
        kp_r1 = B(k0 + ty, col);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &smem = kp_smem[kp_stage];
        for (int k = 0; k < BK; ++k)
            sum += As(ty, k) * Bs(k, tx);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &smem = kp_smem[kp_stage];
        As(ty, tx) = kp_r0;
        Bs(ty, tx) = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[row * N + col] = sum;
}
