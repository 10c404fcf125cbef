// After the loop the tile holds the transposed result; the last stage's readers must be done.
__global__ void transpose_out(const float *__restrict__ A, const float *__restrict__ B,
                              float *__restrict__ C, int N, int K)
{
    __shared__ struct alignas(128) { float As[16][17]; } kp_As[2];
    __shared__ struct alignas(128) { float Bs[16][17]; } kp_Bs[2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    int kp_stage = 0;
    {
        int k0 = 0;
        if (k0 < K) {
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
            __syncthreads();
        }
    }
    auto &As = kp_As[kp_stage].As;
    As[tx][ty] = sum;
    __syncthreads();
    C[(blockIdx.x * 16 + ty) * N + blockIdx.y * 16 + tx] = As[ty][tx];
}
