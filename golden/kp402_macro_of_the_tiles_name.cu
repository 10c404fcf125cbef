// kpipe: --stages 2
// Another macro gives the name its arguments; what it makes of that no node stands for.
#define sa(i, j) sa[((i) << 5) + (j)]
#define other(i) sa[i]
#define AT(m, i) m(i)

__global__ __launch_bounds__(1024) void sums(int lda, int K, const float *A, float *C)
{
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    __shared__ float sa[32 * 32];
    decltype(AT(other, 2) + 1) sum = 0;

    for (int k = 0; k < K; k += 32) {
        sa(tx, ty) = A[tx + ty * lda];
        A += lda << 5;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += sa(tx, i) * sa(ty, i);
        __syncthreads();
    }
    C[blockIdx.x * 1024 + threadIdx.x] = sum;
}

// The same name without parameters is an invocation wherever it stands.
#undef sa
#define sb sb

__global__ __launch_bounds__(1024) void plain(int lda, int K, const float *A, float *C)
{
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    __shared__ float sb[32 * 32];
    float sum = 0.0f;

    for (int k = 0; k < K; k += 32) {
        sb[tx * 32 + ty] = A[tx + ty * lda];
        A += lda << 5;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += sb[tx * 32 + i] * sb[ty * 32 + i];
        __syncthreads();
    }
    C[blockIdx.x * 1024 + threadIdx.x] = sum;
}
