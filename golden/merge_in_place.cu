// kpipe: --no-widen --merge 3x2
// A result that is read before it is stored: a block beyond the grid must not do it again. Behind the loop
// threads read what others have put down, once for all blocks.
#define T 8
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n, int depth, float alpha)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    __shared__ float sums[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < depth; k += T) {
        As[ty][tx] = k + tx < depth ? A[row * depth + k + tx] : 0.0f;
        Bs[ty][tx] = k + ty < depth ? B[(k + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    sums[ty][tx] = sum;
    __syncthreads();
    sum += sums[T - 1 - ty][tx];
    C[row * n + col] = alpha * C[row * n + col] + sum;
}
