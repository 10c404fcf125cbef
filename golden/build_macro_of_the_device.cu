// A type of a header has members by a macro that the device's pass alone defines: the check of the build in the output is
// for that pass.
#include "builds/halves_of_the_device.h"

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    words w;
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        w.f[0] = A[row * n + k + tx];
        as[ty][tx] = w.f[0];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            w.f[1] = bs[j][tx];
            sum += as[ty][j] * w.f[1];
        }
        __syncthreads();
    }
    C[row * n + column] = sum;
}
