// t < (K + T - 1) / T, both guards filled with zero by a conditional.
#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][T][T];
    __shared__ __align__(128) float kp_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        if (row < M && t * T + tx < K)
            kp_r0 = A[row * K + t * T + tx];
        if (col < N && t * T + ty < K)
            kp_r1 = B[(t * T + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        As[ty][tx] = (row < M && t * T + tx < K) ? kp_r0 : 0.0f;
        Bs[ty][tx] = (col < N && t * T + ty < K) ? kp_r1 : 0.0f;
    };
    {
        int t = 0;
        if (t < (K + T - 1) / T) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(t, kp_stage);
            __syncthreads();
            for (t++; t < (K + T - 1) / T; t++) {
                kp_fetch(t);
                kp_compute(kp_stage);
                kp_store(t, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
