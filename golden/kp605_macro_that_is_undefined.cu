// The macro of CUDA is undefined, and another one.
#undef __align__
#ifndef __align__
#define __align__(n) __attribute__((aligned(n / 2)))
#endif

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = A[row * n + k + tx];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
