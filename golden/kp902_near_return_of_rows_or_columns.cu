// kpipe: --no-widen --merge 3x4
// Rows or columns, by names of their own.
#define T 16
__global__ void below(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                      int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    const unsigned row0 = blockIdx.y * T;
    const int ty_of_first = blockIdx.x * T, last = n - 1;
    if (row0 >= (unsigned)n || last < ty_of_first)
        return;

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
