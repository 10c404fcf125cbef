// Two tiles: one of them can be fetched ahead.
#define K 64
#define BK 32

__global__ void small_k(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int N)
{
    __shared__ float As[32][BK];
    __shared__ float Bs[BK][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
