// Members of a __shared__ struct of the kernel's own.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ struct {
        float a[16][16];
        float b[16][16];
    } sm;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int k = 0; k < 16; ++k)
            sum += sm.a[ty][k] * sm.b[k][tx];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        sm.a[ty][tx] = kp_r0;
        sm.b[ty][tx] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store();
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[row * N + col] = sum;
}
