// Copies in helper functions, one with the guard and the zero inside.
template <int ROWS, int COLS>
__device__ __forceinline__ void load_tile(float (&dst)[ROWS][COLS], const float *src, int ld,
                                          int rows, int cols)
{
    const int r = threadIdx.y, c = threadIdx.x;
    dst[r][c] = r < rows && c < cols ? src[r * ld + c] : 0.0f;
}

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][16][16];
    __shared__ __align__(128) float kp_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        { // load_tile(), inlined
            const float *src = A + row0 * K + k0;
            int ld = K;
            int rows = M - row0;
            int cols = K - k0;
            const int r = threadIdx.y, c = threadIdx.x;
            kp_r0 = r < rows && c < cols ? src[r * ld + c] : 0.0f;
        }
        { // load_tile(), inlined
            const float *src = B + k0 * N + col0;
            int ld = N;
            int rows = K - k0;
            int cols = N - col0;
            const int r = threadIdx.y, c = threadIdx.x;
            kp_r1 = r < rows && c < cols ? src[r * ld + c] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        { // load_tile(), inlined
            auto &dst = As;
            const int r = threadIdx.y, c = threadIdx.x;
            dst[r][c] = kp_r0;
        }
        { // load_tile(), inlined
            auto &dst = Bs;
            const int r = threadIdx.y, c = threadIdx.x;
            dst[r][c] = kp_r1;
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
    if (row0 + ty < M && col0 + tx < N)
        C[(row0 + ty) * N + col0 + tx] = sum;
}
