// kpipe: --prefetch replace
// Without a sign, the bound less two may be the largest number of all, and is another guard besides.
#define BK 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, unsigned N, unsigned K)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const unsigned row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const unsigned tiles = K / BK;
    float sum = 0.0f, a, b;

    As[ty][tx] = A[row * K + tx];
    Bs[ty][tx] = B[ty * N + col];
    __syncthreads();
    for (unsigned t = 0; t < tiles; ++t) {
        if (t < tiles - 2) {
            a = A[row * K + (t + 1) * BK + tx];
            b = B[((t + 1) * BK + ty) * N + col];
        }
        for (int j = 0; j < BK; ++j)
            sum += As[ty][j] * Bs[j][tx];
        __syncthreads();
        if (t < tiles - 2) {
            As[ty][tx] = a;
            Bs[ty][tx] = b;
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
