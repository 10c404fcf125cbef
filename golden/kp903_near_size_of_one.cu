// kpipe: --no-widen --merge 2x2
// An expression means the copy at hand.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                  int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum[2] = {};

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum[i % 2] += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum[0] + sum[sizeof(sum) / 4 - 1];
}
