// kpipe: --merge 2x2
// At the head the name would mean the other one.
#define T 16
enum { LIMIT = 1 };
__global__ void below(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                      int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    enum { LIMIT = 2 };
    if (blockIdx.y >= LIMIT)
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
