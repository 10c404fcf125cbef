// The variable is used for something else, too.
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 16) {
        const float a = k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        As[ty][tx] = a;
        sum += a;
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
