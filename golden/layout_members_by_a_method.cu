// kpipe: --layout auto
// The method reads members, and the record promises 16 bytes: rows keep that.
#define T 32
struct __align__(16) four {
    int v[4];
    __device__ int all() const { return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]; }
};

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
            sum += reinterpret_cast<const four *>(&As[tx][i])->all() * Bs[ty][i];
        __syncthreads();
    }
    C[(row + tx) * n + col + ty] = sum;
}
