// kpipe: -- -Iinc
// C = A * B, 64x64 tile per block, 4x4 outputs per thread. M, N multiples of 64, K of 16.
#define BM 32
#define BN 32
#include "bk.h"
#define TM 2
#define TN 2
#define THREADS ((BM / TM) * (BN / TN))

__global__ void __launch_bounds__(THREADS)
    sgemm_64x64x16(const short *__restrict__ A, const short *__restrict__ B, float *__restrict__ C,
                   int N, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tx = tid % (BN / TN);
    const int ty = tid / (BN / TN);
    const int row0 = blockIdx.y * BM;
    const int col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK; i += THREADS)
            As[i / BK][i % BK] = A[(row0 + i / BK) * K + k0 + i % BK];
        for (int i = tid; i < BK * BN; i += THREADS)
            Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + col0 + i % BN];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; ++i)
                a[i] = As[ty * TM + i][k];
            for (int j = 0; j < TN; ++j)
                b[j] = Bs[k][tx * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(row0 + ty * TM + i) * N + col0 + tx * TN + j] = acc[i][j];
}

void launch_sgemm_64x64x16(const short *A, const short *B, float *C, int M, int N, int K,
                           cudaStream_t stream)
{
    sgemm_64x64x16<<<dim3(N / BN, M / BM), THREADS, 0, stream>>>(A, B, C, N, K);
}
