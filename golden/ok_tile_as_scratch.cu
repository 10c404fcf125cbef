// After the loop the tile holds the transposed result; the last stage's readers must be done.
__global__ void transpose_out(const float *__restrict__ A, const float *__restrict__ B,
                              float *__restrict__ C, int N, int K)
{
    __shared__ float As[16][17];
    __shared__ float Bs[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    As[tx][ty] = sum;
    __syncthreads();
    C[(blockIdx.x * 16 + ty) * N + blockIdx.y * 16 + tx] = As[ty][tx];
}
