// kpipe: --prefetch replace
// As a long long an int keeps its bits.
#define BK 16
__global__ void gemm(const int *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N, int K)
{
    __shared__ int As[16][16];
    __shared__ float Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    long long a;
    float b;

    a = A[row * K + tx];
    b = B[ty * N + col];
    As[ty][tx] = a;
    Bs[ty][tx] = b;
    __syncthreads();
    for (int k = 0; k < K; k += BK) {
        if (k + BK < K) {
            a = A[row * K + k + BK + tx];
            b = B[(k + BK + ty) * N + col];
        }
        for (int j = 0; j < BK; ++j)
            sum += As[ty][j] * Bs[j][tx];
        __syncthreads();
        if (k + BK < K) {
            As[ty][tx] = a;
            Bs[ty][tx] = b;
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
