// With -DOLD the macro is another thing, and without the branch no question is needed.
#ifdef OLD
#define __activemask() 0u
#endif
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T], Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
void run(const float *A, const float *B, float *C, int n)
{
    gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
}
