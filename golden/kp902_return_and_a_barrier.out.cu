// kpipe: --merge 3x2
// Behind it threads meet again.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int m, int n, int depth)
{
    __shared__ __align__(128) float kp_As[2][T][T];
    __shared__ __align__(128) float kp_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = row < m && k + tx < depth ? A[row * depth + k + tx] : 0.0f;
        kp_r1 = k + ty < depth && col < n ? B[(k + ty) * n + col] : 0.0f;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < depth) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < depth; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (row >= m)
        return;
    __syncthreads();
    C[row * n + col] = sum;
}
