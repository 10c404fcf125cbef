// kpipe: --no-widen --merge 3x2
// Ragged edges: a guard that depends on the block goes around its own copy.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int m, int n, int depth)
{
    __shared__ float As[T][T + 1];
    __shared__ float Bs[T][T + 1];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < depth; k += T) {
        if (k + threadIdx.x < depth)
            As[threadIdx.y][threadIdx.x] = row < m ? A[row * depth + k + threadIdx.x] : 0.0f;
        else
            As[threadIdx.y][threadIdx.x] = 0.0f;
        Bs[threadIdx.y][threadIdx.x] =
            k + threadIdx.y < depth && col < n ? B[(k + threadIdx.y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m)
        if (col < n)
            C[row * n + col] = sum;
}
