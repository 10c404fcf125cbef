// kpipe: --variant cp-async
// The names of the first kernel's tile move into its loop, whatever becomes of the second kernel's.
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float(&same)[256] = tile;
    float acc = 0;

    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 4; i++)
            same[t + i * 64] = A[k * 256 + t + i * 64];
        __syncthreads();
        acc += same[(t * 3 + 5) % 256];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

__global__ void products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float a[4096], b[4096];
    const int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 64; i++)
            a[t + i * 64] = A[k * 4096 + t + i * 64];
        for (int i = 0; i < 64; i++)
            b[t + i * 64] = B[k * 4096 + t + i * 64];
        __syncthreads();
        for (int i = 0; i < 64; i++)
            acc += a[t * 64 + i] * b[t * 64 + i];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}
