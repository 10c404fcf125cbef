// kpipe: --no-widen --merge 2x2
// Two kernels, of which one is a template and in a namespace; its launches name all arguments.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
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

namespace deep {
template <bool NEGATE>
__global__ void gemm_of(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = NEGATE ? -sum : sum;
}
} // namespace deep

void run(const float *A, const float *B, float *C, int n, int few)
{
    gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
    switch (few) {
    case 1:
        deep::gemm_of<true><<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
        break;
    default:
        deep::gemm_of<false><<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
    }
}
