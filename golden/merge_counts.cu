// kpipe: --no-widen --merge 2x2
// Counters: the order of sums of integers is nobody's.
#define T 16
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C,
                     int n, unsigned *count)
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
    atomicAdd(&count[sum & 7], 1u);
    if (sum > 100)
        (void)atomicAdd(count + 8 + blockIdx.y, 2u);
}
