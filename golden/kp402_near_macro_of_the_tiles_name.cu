// The tile's name is a macro's, too, which is none where no argument list is behind it.
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((i) << 5) + (j)]
#define sb(i, j) sb[((i) << 5) + (j)]

__global__ __launch_bounds__(1024) void product(int lda, int ldb, int K, float *A, float *B, float *C)
{
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    __shared__ float sa[32 * 32];
    __shared__ float sb[32 * 32];
    float sum = 0.0f;

    A = &A(blockIdx.x << 5, 0);
    for (int k = 0; k < K; k += 32) {
        sa(tx, ty) = A(tx, ty);
        sb(ty, tx) = B[tx + ty * ldb];
        A += lda << 5;
        B += 32;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += sa(tx, i) * sb(ty, i);
        __syncthreads();
    }
    C[blockIdx.x * 1024 + threadIdx.x] = sum;
}

void run(int lda, int ldb, int K, float *A, float *B, float *C)
{
    product<<<4, 1024>>>(lda, ldb, K, A, B, C);
}
