// Two explicit instantiations: both budgets must hold, and the larger one does not.
template <int BM, int BN, int BK>
__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];
    constexpr int TM = BM / 16, TN = BN / 16;
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[TM][TN] = {};

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[((BM * BK) + 256 - 1) / 256], kp_r1[((BK * BN) + 256 - 1) / 256];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BM * BK) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BM * BK)
                kp_r0[kp_i] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BK * BN) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BK * BN)
                kp_r1[kp_i] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += As[ty * TM + i][k] * Bs[k][tx * TN + j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BM * BK) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BM * BK)
                As[i / BK][i % BK] = kp_r0[kp_i];
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < ((BK * BN) + 256 - 1) / 256; i += 256, ++kp_i)
            if (i < BK * BN)
                Bs[i / BN][i % BN] = kp_r1[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < K) {
            kp_fetch(k0);
            kp_store();
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}

template __global__ void sgemm<64, 64, 16>(const float *, const float *, float *, int, int);
template __global__ void sgemm<128, 128, 32>(const float *, const float *, float *, int, int);
