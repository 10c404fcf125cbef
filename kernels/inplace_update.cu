// Blocked forward substitution in place, one right-hand side per block: x <- L^-1 x for a lower
// triangular L whose diagonal blocks of 64 are the identity. L is column-major; n is a multiple of
// 64. A tile of x is final only after all tiles before it have been applied.
#define TILE 64

__global__ void inplace_update(const float *__restrict__ L, float *x, int n)
{
    __shared__ float xs[TILE];

    const int tx = threadIdx.x;
    x += (size_t)blockIdx.x * n;

    for (int k0 = 0; k0 < n; k0 += TILE) {
        xs[tx] = x[k0 + tx];
        __syncthreads();

        for (int i = k0 + TILE + tx; i < n; i += TILE) {
            float sum = 0.0f;
            for (int j = 0; j < TILE; ++j)
                sum += L[(size_t)(k0 + j) * n + i] * xs[j];
            x[i] -= sum;
        }
        __syncthreads();
    }
}

void launch_inplace_update(const float *L, float *x, int rhs, int n, cudaStream_t stream)
{
    inplace_update<<<rhs, TILE, 0, stream>>>(L, x, n);
}
