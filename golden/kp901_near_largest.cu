// kpipe: --no-widen --merge 2x2
// The largest of all, each block's threads have found theirs first.
#define T 16
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C,
                     int n, int *most)
{
    __shared__ int As[T][T];
    __shared__ int Bs[T][T];
    __shared__ int largest;
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
    if (threadIdx.x == 0 && threadIdx.y == 0)
        largest = -1;
    __syncthreads();
    atomicMax(&largest, sum);
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
        atomicMax(most, largest);
}
