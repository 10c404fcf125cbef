// 64 of 256 threads copy, each under a bound of the matrix: ptxas keeps a branch for that by itself.
#define T 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T], Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = row < n && k + tx < n ? A[row * n + k + tx] : 0.0f;
        Bs[ty][tx] = k + ty < n && col < n ? B[(k + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    gemm<<<dim3((n + T - 1) / T, (n + T - 1) / T), dim3(T, T)>>>(A, B, C, n);
}
