// kpipe: --stages 2
// Where a plan is forced, it is the one of the loop in other words.
__global__ void product(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int K,
                        int N)
{
    __shared__ struct alignas(128) { double As[64][9], Bs[8][65]; } kp_As[2];
    const int x = threadIdx.x % 64, y = threadIdx.x / 64;
    double acc[8] = {};
    int k = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double kp_r0, kp_r1;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = A[(blockIdx.y * 64 + threadIdx.x / 8) * K + k + threadIdx.x % 8];
        kp_r1 = B[(k + y) * N + blockIdx.x * 64 + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 8; ++i)
                acc[i] += As[y * 8 + i][j] * Bs[j][x] + k;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        As[threadIdx.x / 8][threadIdx.x % 8] = 2 * kp_r0;
        Bs[y][x] = 2 * kp_r1;
    };
    if (k < K) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        int kp_k = k;
        for (k += 8; k < K; k += 8) {
            kp_fetch();
            kp_compute(kp_k, kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_k = k;
            kp_stage ^= 1;
        }
        kp_compute(kp_k, kp_stage);
    }
    for (int i = 0; i < 8; ++i)
        C[(blockIdx.y * 64 + y * 8 + i) * N + blockIdx.x * 64 + x] = acc[i];
}

void run(const double *A, const double *B, double *C, int M, int N, int K)
{
    product<<<dim3(N / 64, M / 64), 512>>>(A, B, C, K, N);
}
