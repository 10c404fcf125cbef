// Two tiles carved from one dynamic array; the launch's size argument has to grow with them.
static __global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                              float *__restrict__ C, int N, int K)
{
    extern __shared__ float smem[];
    float *As = smem;
    float *Bs = smem + 16 * 16;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_As = As;
    auto kp_Bs = Bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        for (int k = 0; k < 16; ++k)
            sum += As[ty * 16 + k] * Bs[k * 16 + tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        As[ty * 16 + tx] = kp_r0;
        Bs[ty * 16 + tx] = kp_r1;
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

void launch_matmul(const float *A, const float *B, float *C, int M, int N, int K)
{
    const size_t bytes = 2 * 16 * 16 * sizeof(float);
    matmul<<<dim3(N / 16, M / 16), dim3(16, 16), 2 * bytes>>>(A, B, C, N, K);
}
