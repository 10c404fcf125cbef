// Another element is set to zero.
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        if (row < M && k0 + tx < K)
            kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        As[ty][tx ^ 1] = 0.0f;
        if (row < M && k0 + tx < K)
            As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[row * N + col] = sum;
}
