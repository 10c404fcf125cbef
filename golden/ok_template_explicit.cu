// Two explicit instantiations: both budgets must hold. In the larger one, only one tile can have two buffers.
template <int BM, int BN, int BK>
__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];
    constexpr int TM = BM / 16, TN = BN / 16;
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK; i += 256)
            As[i / BK][i % BK] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
        for (int i = tid; i < BK * BN; i += 256)
            Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += As[ty * TM + i][k] * Bs[k][tx * TN + j];
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}

template __global__ void sgemm<64, 64, 16>(const float *, const float *, float *, int, int);
template __global__ void sgemm<128, 128, 32>(const float *, const float *, float *, int, int);
