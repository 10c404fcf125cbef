// kpipe: --merge 2x2
// Floating-point sums depend on their order.
#define T 16
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C,
                     int n, float *at)
{
    __shared__ int As[T][T];
    __shared__ int Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    int sum = 0;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
    atomicAdd(at, 0.1f * sum);
}
