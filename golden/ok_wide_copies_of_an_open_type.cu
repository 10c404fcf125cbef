// Vectors of the elements that all instances have, which the output asserts; rows are made longer for them.
#include <cuda_fp16.h>

template <typename T, int BK>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ C, int m, int n, int k)
{
    __shared__ T as[64][BK + 1];
    __shared__ T bs[BK][64];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    float sum[4][4] = {};

    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int i = 0; i < 64 * BK / 256; i++) {
            as[t / BK + i * (256 / BK)][t % BK] = A[(blockIdx.y * 64 + t / BK + i * (256 / BK)) * k + k0 + t % BK];
            bs[t / 64 + i * 4][t % 64] = B[(k0 + t / 64 + i * 4) * n + blockIdx.x * 64 + t % 64];
        }
        __syncthreads();
        for (int kk = 0; kk < BK; kk++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += static_cast<float>(as[ty * 4 + i][kk]) * static_cast<float>(bs[kk][tx * 4 + j]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}

void launch(const half *A, const half *B, float *C, int m, int n, int k)
{
    product<half, 16><<<dim3(n / 64, m / 64), dim3(16, 16)>>>(A, B, C, m, n, k);
}
