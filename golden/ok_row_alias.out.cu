// Row pointers into both tiles, made before the loop, read and written through.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][16][16];
    auto &As = kp_As[0];
    __shared__ __align__(128) float kp_Bs[2][16][16];
    auto &Bs = kp_Bs[0];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float *const put_a = &As[ty][tx];
    float *const put_b = &Bs[ty][tx];
    const float *get_a = As[ty];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_put_a = put_a;
    auto kp_get_a = get_a;
    auto kp_put_b = put_b;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto get_a = (decltype(kp_get_a))((char *)kp_get_a + kp_stage * sizeof(kp_As[0]));
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < 16; ++k)
            sum += get_a[k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto put_a = (decltype(kp_put_a))((char *)kp_put_a + kp_stage * sizeof(kp_As[0]));
        auto put_b = (decltype(kp_put_b))((char *)kp_put_b + kp_stage * sizeof(kp_Bs[0]));
        *put_a = kp_r0;
        *put_b = kp_r1;
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
