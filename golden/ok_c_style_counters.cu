// Counters declared at the top, C style, and used by both phases.
#define T 16

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[T][T], Bs[T][T];
    int i, k, k0;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (k0 = 0; k0 < K; k0 += T) {
        for (i = ty; i < T; i += 4)
            As[i][tx] = A[(row - ty + i) * K + k0 + tx];
        for (i = ty; i < T; i += 4)
            Bs[i][tx] = B[(k0 + i) * N + col];
        __syncthreads();
        for (i = 0; i < T; i += 4)
            for (k = 0; k < T; ++k)
                sum += As[ty + i][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum + i + k + k0;
}
