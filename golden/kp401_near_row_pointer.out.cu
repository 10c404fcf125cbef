// A pointer into the tile that is made once and only indexed: it moves along with the buffer.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][16][16];
    auto &As = kp_As[0];
    __shared__ __align__(128) float kp_Bs[2][16][16];
    auto &Bs = kp_Bs[0];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const float *a_row = As[ty];
    const float *b_col = &Bs[0][tx];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_a_row = a_row;
    auto kp_b_col = b_col;
    auto kp_shift = [](auto *p, size_t bytes) { return decltype(p)((char *)p + bytes); };
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto a_row = kp_shift(kp_a_row, kp_stage * sizeof(kp_As[0]));
        auto b_col = kp_shift(kp_b_col, kp_stage * sizeof(kp_Bs[0]));
        for (int k = 0; k < 16; ++k)
            sum += a_row[k] * b_col[k * 16];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
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
