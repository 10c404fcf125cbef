// kpipe: --no-widen --merge 2x2
// The copies begin at multiples of 16 bytes.
#define T 8
struct __align__(16) four {
    int v[4];
    __device__ int all() const { return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]; }
};
__device__ int of(const int *p)
{
    return reinterpret_cast<const four *>(p)->all();
}
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ int As[T][T];
    __shared__ int Bs[T][T];
    __shared__ int extra[T * T + 4];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    int sum = 0;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    extra[ty * T + tx] = sum;
    __syncthreads();
    sum += of(&extra[tx * 4]);
    C[row * n + col] = sum;
}
