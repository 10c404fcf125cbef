// kpipe: --no-widen --merge 2x2
// A value is a copy for any call.
#define T 16
__device__ int bump(int x)
{
    return x + 1;
}

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
    const int base = row * n;
    __syncthreads();
    C[bump(base) + col] = sum;
}
