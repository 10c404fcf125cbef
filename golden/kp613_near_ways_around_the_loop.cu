// Conditions around the copies and in front of the loop make more than 32 ways through the
// function, all of which are compared.
template <int FLAGS, int BM, int BN, int BK, int TT, int VE>
__device__ void product(bool aT, bool bT, int m, int n, int k, const float *A, int lda,
                        const float *B, int ldb, float *C, int ldc)
{
    const float zero = 0;
    constexpr bool msafe = !!(FLAGS & 16), nsafe = !!(FLAGS & 32), ksafe = !!(FLAGS & 64);
    if (FLAGS & 1)
        aT = true;
    if (FLAGS & 2)
        aT = false;
    if (FLAGS & 4)
        bT = true;
    if (FLAGS & 8)
        bT = false;
    __shared__ float As[BK * BM];
    __shared__ float Bs[BK * BN];
    float sum[BM * BN / TT] = {0};
    for (int ll = 0; ll < k; ll += BK) {
        for (int h = 0; h < BM; h += (TT * VE) / BK)
            for (int v = 0; v < VE; ++v) {
                int l = ll + threadIdx.x % (BK / VE) * VE + v;
                int i = blockIdx.y * BM + threadIdx.x / (BK / VE) + h;
                As[BM * (threadIdx.x % (BK / VE) * VE + v) + (threadIdx.x / (BK / VE) + h)] =
                    ((i < m || msafe) && (l < k || ksafe)) ? A[aT ? lda * l + i : lda * i + l]
                                                           : zero;
            }
        for (int h = 0; h < BK; h += TT / (BN / VE))
            for (int v = 0; v < VE; ++v) {
                int l = ll + threadIdx.x / (BN / VE) + h;
                int j = blockIdx.x * BN + threadIdx.x % (BN / VE) * VE + v;
                Bs[BN * (threadIdx.x / (BN / VE) + h) + (threadIdx.x % (BN / VE) * VE + v)] =
                    ((j < n || nsafe) && (l < k || ksafe)) ? B[bT ? ldb * j + l : ldb * l + j]
                                                           : zero;
            }
        __syncthreads();
        for (int l = 0; l < BK; ++l)
            for (int i = 0; i < BM * BN / TT; i++)
                sum[i] +=
                    As[BM * l + threadIdx.x % BM] * Bs[BN * l + i * TT / BM + threadIdx.x / BM];
        __syncthreads();
    }
    for (int i = 0; i < BM * BN / TT; i++)
        C[(blockIdx.y * BM + threadIdx.x % BM) * ldc + blockIdx.x * BN + i * TT / BM +
          threadIdx.x / BM] = sum[i];
}
template <int FLAGS, int BM, int BN, int BK, int TT, int VE>
__global__ __launch_bounds__(TT) void entry(bool aT, bool bT, int m, int n, int k, const float *A,
                                            int lda, const float *B, int ldb, float *C, int ldc)
{
    product<FLAGS, BM, BN, BK, TT, VE>(aT, bT, m, n, k, A, lda, B, ldb, C, ldc);
}
void launch(bool aT, bool bT, int m, int n, int k, const float *A, const float *B, float *C)
{
    entry<16, 64, 64, 16, 256, 4><<<dim3(n / 64, m / 64), 256>>>(aT, bT, m, n, k, A, k, B, n, C, n);
}
