// Macros that only index, and one that only names the barrier.
#define T 16
#define at(m, ld, r, c) ((m)[(r) * (ld) + (c)])
#define SYNC __syncthreads()

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[T * T];
    __shared__ float Bs[T * T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += T) {
        at(As, T, ty, tx) = at(A, K, row, k0 + tx);
        at(Bs, T, ty, tx) = at(B, N, k0 + ty, col);
        SYNC;
        for (int k = 0; k < T; ++k)
            sum += at(As, T, ty, k) * at(Bs, T, k, tx);
        SYNC;
    }
    at(C, N, row, col) = sum;
}
