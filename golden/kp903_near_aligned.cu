// kpipe: --no-widen --merge 2x2
// All copies of the tile are as aligned as one.
#define T 8
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[T * T + 4];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty * T + tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i += 4) {
            const float4 v = *reinterpret_cast<const float4 *>(&As[ty * T + i]);
            sum += v.x * Bs[i][tx] + v.y * Bs[i + 1][tx] + v.z * Bs[i + 2][tx] + v.w * Bs[i + 3][tx];
        }
        __syncthreads();
    }
    C[row * n + col] = sum;
}
