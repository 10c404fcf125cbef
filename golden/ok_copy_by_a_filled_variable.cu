// The variable is set under a condition.
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 16) {
        float a = 0.0f;
        float b = 0.0f;
        if (k0 + tx < K)
            a = A[row * K + k0 + tx];
        if (k0 + ty < K)
            b = B[(k0 + ty) * N + col];
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
