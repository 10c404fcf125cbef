// kpipe: --variant ldg --stages 2
// A member is set in front of the loop: it is a variable of its own beside the tiles.
struct tiles {
    float a[16][16], b[16][16];
    float scale;
};

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float kp_m_sm_scale;
    __shared__ __align__(16) float kp_kp_m_sm_a[2][16][16];
    __shared__ __align__(16) float kp_kp_m_sm_b[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    if (tx + ty == 0)
        kp_m_sm_scale = A[0];
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &kp_m_sm_a = kp_kp_m_sm_a[kp_stage];
        auto &kp_m_sm_b = kp_kp_m_sm_b[kp_stage];
        for (int k = 0; k < 16; ++k)
            sum += kp_m_sm_a[ty][k] * kp_m_sm_b[k][tx] * kp_m_sm_scale;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &kp_m_sm_a = kp_kp_m_sm_a[kp_stage];
        auto &kp_m_sm_b = kp_kp_m_sm_b[kp_stage];
        kp_m_sm_a[ty][tx] = kp_r0;
        kp_m_sm_b[ty][tx] = kp_r1;
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
    C[row * N + col] = sum;
}
