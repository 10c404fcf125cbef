// kpipe: --stages 2
// Helpers fill tiles that they are given as pointers to rows; inlined, references to the arrays.
__device__ __forceinline__ void fill(float to[32][32], const float *__restrict__ from, int ld, int t)
{
    for (int i = t; i < 32 * 32; i += 256)
        to[i / 32][i % 32] = from[(i / 32) * ld + i % 32];
}

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float as[32][32];
    __shared__ float bs[32][32];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 32) {
        fill(as, A + k, n, t);
        {
            float (&rows)[32][32] = bs;
            for (int i = t; i < 32 * 32; i += 256)
                rows[i / 32][i % 32] = B[(i / 32) * n + k + i % 32];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += as[t % 32][j] * bs[j][t / 8];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    sums<<<1, 256>>>(A, B, C, n);
}
