// The tile hides behind an index macro of the same name.
#define BK 16
#define As(i, j) smem[(i) * BK + (j)]
#define Bs(i, j) smem[256 + (i) * BK + (j)]
#define A(i, j) a[(i) * K + (j)]
#define B(i, j) b[(i) * N + (j)]

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                       float *__restrict__ c, int N, int K)
{
    __shared__ float smem[512];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        As(ty, tx) = A(row, k0 + tx);
        Bs(ty, tx) = B(k0 + ty, col);
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            sum += As(ty, k) * Bs(k, tx);
        __syncthreads();
    }
    c[row * N + col] = sum;
}
