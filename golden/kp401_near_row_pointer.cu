// A pointer into the tile that is made once and only indexed: it moves along with the buffer.
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N, int K)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const float *a_row = As[ty];
    const float *b_col = &Bs[0][tx];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += a_row[k] * b_col[k * 16];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
