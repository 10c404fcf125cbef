// Members of a __shared__ struct of the kernel's own.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) struct {
        float a[16][16];
        float b[16][16];
    } kp_sm[2];
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
        auto &sm = kp_sm[kp_stage];
        for (int k = 0; k < 16; ++k)
            sum += sm.a[ty][k] * sm.b[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &sm = kp_sm[kp_stage];
        sm.a[ty][tx] = kp_r0;
        sm.b[ty][tx] = kp_r1;
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
