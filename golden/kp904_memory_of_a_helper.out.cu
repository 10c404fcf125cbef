// kpipe: --merge 2x2
// The shared memory of what it calls counts, too.
#define T 16
__device__ float looked_up(int i)
{
    __shared__ float table[11500];

    table[threadIdx.y * T + threadIdx.x] = i;
    __syncthreads();
    return table[i];
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                  int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;
    const float scale = looked_up(tx);

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k + tx];
        kp_r1 = B[(k + ty) * n + col];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[row * n + col] = sum * scale;
}
