// BROKEN ON PURPOSE: a tiled C = A * B that lacks the barrier after the inner product, so a fast
// warp overwrites the tile that a slow one still reads. M, N, K multiples of 16.
#define TILE 16

__global__ void missing_barrier(const float *__restrict__ A, const float *__restrict__ B,
                                float *__restrict__ C, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];
    }

    C[row * N + col] = sum;
}

void launch_missing_barrier(const float *A, const float *B, float *C, int M, int N, int K,
                            cudaStream_t stream)
{
    missing_barrier<<<dim3(N / TILE, M / TILE), dim3(TILE, TILE), 0, stream>>>(A, B, C, N, K);
}
