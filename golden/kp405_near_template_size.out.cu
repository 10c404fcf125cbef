// A size that depends on a template parameter can be guarded in the text.
template <int T>
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    constexpr int kp_stages = 2 * (sizeof(float[T][T]) + sizeof(float[T][T])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { float As[T][T]; } kp_As[kp_stages];
    __shared__ struct alignas(128) { float Bs[T][T]; } kp_Bs[kp_stages];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
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
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
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
            for (k0 += T; k0 < K; k0 += T) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * N + col] = sum;
}
