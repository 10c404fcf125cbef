// kpipe: --merge 3x2
// It would be the loop that goes on.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int m, int n, int depth)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < depth; k += T) {
        As[ty][tx] = row < m && k + tx < depth ? A[row * depth + k + tx] : 0.0f;
        Bs[ty][tx] = k + ty < depth && col < n ? B[(k + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    for (int i = 0; i < 2; i++) {
        if (row + i >= m)
            return;
        C[(row + i) * n + col] = sum;
    }
}
