// One product of matrices, 16 x 16 outputs per block, in three versions: as people write it first,
// with asynchronous copies a tile ahead, with a tile fetched to registers ahead. For tests/sass.
#include <cuda_pipeline_primitives.h>

#define T 16

extern "C" __global__ void __launch_bounds__(T *T)
    tiles_plain(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                int N, int K)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0;

#pragma unroll 1
    for (int k = 0; k < K; k += T) {
        As[y][x] = A[row * K + k + x];
        Bs[y][x] = B[(k + y) * N + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < T; i++)
            sum += As[y][i] * Bs[i][x];
        __syncthreads();
    }
    C[row * N + col] = sum;
}

extern "C" __global__ void __launch_bounds__(T *T)
    tiles_async(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                int N, int K)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    int stage = 0;
    float sum = 0;

    __pipeline_memcpy_async(&As[0][y][x], &A[row * K + x], 4);
    __pipeline_memcpy_async(&Bs[0][y][x], &B[y * N + col], 4);
    __pipeline_commit();
#pragma unroll 1
    for (int k = 0; k < K; k += T) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + T < K) {
            __pipeline_memcpy_async(&As[stage ^ 1][y][x], &A[row * K + k + T + x], 4);
            __pipeline_memcpy_async(&Bs[stage ^ 1][y][x], &B[(k + T + y) * N + col], 4);
        }
        __pipeline_commit();
#pragma unroll
        for (int i = 0; i < T; i++)
            sum += As[stage][y][i] * Bs[stage][i][x];
        stage ^= 1;
    }
    C[row * N + col] = sum;
}

extern "C" __global__ void __launch_bounds__(T *T)
    tiles_fetch(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                int N, int K)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    int stage = 0;
    float sum = 0;

    As[0][y][x] = A[row * K + x];
    Bs[0][y][x] = B[y * N + col];
    __syncthreads();
#pragma unroll 1
    for (int k = T; k < K; k += T) {
        float a = A[row * K + k + x], b = B[(k + y) * N + col];

        __syncwarp();
#pragma unroll
        for (int i = 0; i < T; i++)
            sum += As[stage][y][i] * Bs[stage][i][x];
        stage ^= 1;
        As[stage][y][x] = a;
        Bs[stage][y][x] = b;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < T; i++)
        sum += As[stage][y][i] * Bs[stage][i][x];
    C[row * N + col] = sum;
}
