// Copies in helper functions, one with the guard and the zero inside.
template <int ROWS, int COLS>
__device__ __forceinline__ void load_tile(float (&dst)[ROWS][COLS], const float *src, int ld,
                                          int rows, int cols)
{
    const int r = threadIdx.y, c = threadIdx.x;
    dst[r][c] = r < rows && c < cols ? src[r * ld + c] : 0.0f;
}

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        load_tile(As, A + row0 * K + k0, K, M - row0, K - k0);
        load_tile(Bs, B + k0 * N + col0, N, K - k0, N - col0);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row0 + ty < M && col0 + tx < N)
        C[(row0 + ty) * N + col0 + tx] = sum;
}
