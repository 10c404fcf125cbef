// The loop's step is a parameter to which the launch gives a constant.
// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K, const int side)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + side * side;
    const int tx = threadIdx.x, ty = threadIdx.y, first = K * side * blockIdx.y, last = first + K - 1;
    float sum = 0.0f;

    for (int a = first, b = side * blockIdx.x; a <= last; a += side, b += side * N) {
        As[ty * side + tx] = A[a + K * ty + tx];
        Bs[ty * side + tx] = B[b + N * ty + tx];
        __syncthreads();
        for (int k = 0; k < side; ++k)
            sum += As[ty * side + k] * Bs[k * side + tx];
        __syncthreads();
    }
    C[(blockIdx.y * side + ty) * N + blockIdx.x * side + tx] = sum;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(256) void product(const float *A, const float *B, float *C, int M, int N, int K, const int side)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + side * side;
    const int tx = threadIdx.x, ty = threadIdx.y, first = K * side * blockIdx.y, last = first + K - 1;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_As = As;
    auto kp_Bs = Bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int a, int b) __attribute__((always_inline)) {
        kp_r0 = A[a + K * ty + tx];
        kp_r1 = B[b + N * ty + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        for (int k = 0; k < side; ++k)
            sum += As[ty * side + k] * Bs[k * side + tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        As[ty * side + tx] = kp_r0;
        Bs[ty * side + tx] = kp_r1;
    };
    {
        int a = first, b = side * blockIdx.x;
        if (a <= last) {
            int kp_stage = 0;
            kp_fetch(a, b);
            kp_store(kp_stage);
            __syncthreads();
            for (a += side, b += side * N; a <= last; a += side, b += side * N) {
                kp_fetch(a, b);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[(blockIdx.y * side + ty) * N + blockIdx.x * side + tx] = sum;
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    kp_pipelined::product<<<dim3(N / 16, M / 16), dim3(16, 16), 2 * (2 * 16 * 16 * sizeof(float))>>>(A, B, C, M, N, K, 16);
}
