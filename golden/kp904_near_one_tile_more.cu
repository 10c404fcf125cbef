// kpipe: --merge 2x1
// 48 KB in all: the limit.
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ float As[16][256];
    __shared__ float Bs[256][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty;
    const int col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 256; i += 16) {
            As[ty][tx + i] = A[row * n + k + tx + i];
            Bs[ty + i][tx] = B[(k + ty + i) * n + col];
        }
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
