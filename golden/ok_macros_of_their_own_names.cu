// In its own replacement a macro's name is not replaced again. Each kernel defines it anew.
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((i) << 5) + (j)]
#undef A
#undef sa
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((i) << 5) + (j)]
#undef A
#undef sa
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((j) << 5) + (i)]

__global__ __launch_bounds__(1024) void sums(int lda, int K, const float *A, float *C)
{
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    __shared__ float sa[32 * 32];
    float sum = 0.0f;

    A = &A(blockIdx.x << 5, 0);
    for (int k = 0; k < K; k += 32) {
        sa(tx, ty) = A(tx, ty) * 2.0f;
        A += lda << 5;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += sa(tx, i) * sa(ty, i);
        __syncthreads();
    }
    C[blockIdx.x * 1024 + threadIdx.x] = sum;
}
