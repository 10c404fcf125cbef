// Copy loops that ask whether the next step fits: `offset + stride <= rows`. The rows are no multiple
// of the stride: the last ones stay as they are in every iteration.
template <int BM, int BN, int BK, int THREADS>
__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[BK * BM];
    __shared__ __align__(16) float Bs[BK * BN];
    constexpr unsigned strideA = THREADS * 4 / BK;
    constexpr unsigned strideB = THREADS / (BN / 4);
    const unsigned rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
    const unsigned rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float acc[4][4] = {};

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (unsigned offset = 0; offset + strideA <= BM; offset += strideA) {
            const float4 v = reinterpret_cast<const float4 *>(&A[(rowA + offset) * K + colA * 4])[0];
            As[(colA * 4 + 0) * BM + rowA + offset] = v.x;
            As[(colA * 4 + 1) * BM + rowA + offset] = v.y;
            As[(colA * 4 + 2) * BM + rowA + offset] = v.z;
            As[(colA * 4 + 3) * BM + rowA + offset] = v.w;
        }
        for (unsigned offset = 0; offset + strideB <= BK; offset += strideB)
            reinterpret_cast<float4 *>(&Bs[(rowB + offset) * BN + colB * 4])[0] =
                reinterpret_cast<const float4 *>(&B[(rowB + offset) * N + colB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k * BM + ty * 4 + i] * Bs[k * BN + tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}

template __global__ void gemm<64, 64, 16, 256>(const float *, const float *, float *, int, int);
