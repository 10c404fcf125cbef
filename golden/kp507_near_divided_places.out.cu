// kpipe: --arch sm_90
// The divisors are no constants, but the same in all iterations, and so are the places: they are found in front of the loop.
__global__ __launch_bounds__(256) void distances(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ D, int K, int N, int m, int n)
{
    __shared__ __align__(128) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    const int t = threadIdx.y * 16 + threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[(k + t / m) * N + blockIdx.y * 16 + t % m];
        kp_r1 = B[(k + t / n) * N + blockIdx.x * 16 + t % n];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += (As[j][threadIdx.y] - Bs[j][threadIdx.x]) * (As[j][threadIdx.y] - Bs[j][threadIdx.x]);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        const float scale = 1.0f / (k + 1);
        As[t / m][t % m] = kp_r0 * scale;
        Bs[t / n][t % n] = kp_r1 * scale;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 16; k < K; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    D[(blockIdx.y * 16 + threadIdx.y) * N + blockIdx.x * 16 + threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *D, int M, int N, int K)
{
    distances<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(A, B, D, K, N, 16, 16);
}
