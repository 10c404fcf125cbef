// Conditions around the copies and in front of the loop make more than 32 ways through the
// function, all of which are compared.
#include <cuda_pipeline_primitives.h>

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
    constexpr int kp_stages = 2 * (sizeof(float[BK * BM]) + sizeof(float[BK * BN])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { float As[BK * BM]; } kp_As[kp_stages];
    __shared__ struct alignas(128) { float Bs[BK * BN]; } kp_Bs[kp_stages];
    float sum[BM * BN / TT] = {0};
    static_assert(FLAGS == 16 && BM == 64 && BN == 64 && BK == 16 && TT == 256 && VE == 4,
                  "kpipe: FLAGS, BM, BN, BK, TT or VE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int ll, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int h = 0; h < BM; h += (TT * VE) / BK)
            for (int v = 0; v < VE; ++v) {
                int l = ll + threadIdx.x % (BK / VE) * VE + v;
                int i = blockIdx.y * BM + threadIdx.x / (BK / VE) + h;
                if ((i < m || msafe) && (l < k || ksafe))
                    __pipeline_memcpy_async(&As[BM * (threadIdx.x % (BK / VE) * VE + v) + (threadIdx.x / (BK / VE) + h)],
                                            &A[aT ? lda * l + i : lda * i + l], sizeof(float));
                else
                    As[BM * (threadIdx.x % (BK / VE) * VE + v) + (threadIdx.x / (BK / VE) + h)] = zero;
            }
        for (int h = 0; h < BK; h += TT / (BN / VE))
            for (int v = 0; v < VE; ++v) {
                int l = ll + threadIdx.x / (BN / VE) + h;
                int j = blockIdx.x * BN + threadIdx.x % (BN / VE) * VE + v;
                if ((j < n || nsafe) && (l < k || ksafe))
                    __pipeline_memcpy_async(&Bs[BN * (threadIdx.x / (BN / VE) + h) + (threadIdx.x % (BN / VE) * VE + v)],
                                            &B[bT ? ldb * j + l : ldb * l + j], sizeof(float));
                else
                    Bs[BN * (threadIdx.x / (BN / VE) + h) + (threadIdx.x % (BN / VE) * VE + v)] = zero;
            }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int l = 0; l < BK; ++l)
            for (int i = 0; i < BM * BN / TT; i++)
                sum[i] +=
                    As[BM * l + threadIdx.x % BM] * Bs[BN * l + i * TT / BM + threadIdx.x / BM];
    };
    {
        int ll = 0;
        if (ll < k) {
            int kp_stage = 0;
            kp_load(ll, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (ll += BK; ll < k; ll += BK) {
                if (kp_stages > 1)
                    kp_load(ll, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(ll, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
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
