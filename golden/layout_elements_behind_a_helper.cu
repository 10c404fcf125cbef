// kpipe: --layout auto
// Elements promise nothing but their own alignment: rows may become odd.
#define T 32
__device__ int at(const int *p)
{
    return p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3];
}

__global__ void __launch_bounds__(256)
    gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ __align__(16) int As[32][T];
    __shared__ int Bs[8][T];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 32, col = blockIdx.x * 8;
    int sum = 0;

    for (int k = 0; k < n; k += T) {
        for (int i = 0; i < 32; i += 8)
            As[ty + i][tx] = A[(row + ty + i) * n + k + tx];
        Bs[ty][tx] = B[(col + ty) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < T; i += 4)
            sum += at(&As[tx][i]) * Bs[ty][i];
        __syncthreads();
    }
    C[(row + tx) * n + col + ty] = sum;
}
