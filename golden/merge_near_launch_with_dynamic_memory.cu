// kpipe: --merge 2x1
// How much dynamic memory it may have is said of the kernel, and would have to be said of a clone.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ v, float *__restrict__ C,
                     int n)
{
    extern __shared__ float all[];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int i = tx + ty * T; i < n; i += T * T)
        all[i] = v[i];
    for (int k = 0; k < n; k += T) {
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += A[row * n + k + i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum + all[row];
}

void run(const float *A, const float *B, const float *v, float *C, int n)
{
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4);
    gemm<<<dim3(n / T, n / T), dim3(T, T), n * sizeof(float)>>>(A, B, v, C, n);
}
