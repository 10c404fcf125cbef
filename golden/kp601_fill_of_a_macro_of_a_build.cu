// A build may define the macro.
#define TILES(T)                                                                                                       \
    __shared__ float as[T][T + 1];                                                                                     \
    __shared__ float bs[T][T];
#ifndef FILL
#define FILL(first, T) \
    as[ty][tx] = A[row * n + first + tx];                                                                              \
    if (column < n)                                                                                                    \
        bs[ty][tx] = B[(1 * first + ty) * n + column];                                                                 \
    else                                                                                                               \
        bs[ty][tx] = 0;
#endif
#define SUM                                                                                                            \
    for (int j = 0; j < 16; j++)                                                                                       \
        sum += as[ty][j] * bs[j][tx]

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    TILES(16)
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        FILL(k + 16 - 16, 16);
        __syncthreads();
        SUM;
        __syncthreads();
    }
    C[row * 16 + column] = sum;
}
