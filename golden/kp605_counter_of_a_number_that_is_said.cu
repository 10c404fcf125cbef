// kpipe: -- -isystem places
// `##` makes C10_UNIQUE of a name and a number, which is one token.
#include <where.h>
#define PASTE(a, b) a##b
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        As[y][x] = A[row * n + k + x];
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += As[y][i] * Bs[i][x];
        __syncthreads();
    }
    C[row * n + column] = sum + PASTE(C, 10_UNIQUE);
}
