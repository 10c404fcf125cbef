// kpipe: --layout auto
// The type of a fragment has the length of the rows.
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 64;

__global__ void __launch_bounds__(128)
    igemm(const signed char *__restrict__ A, const signed char *__restrict__ B, int *__restrict__ C, int N,
          int K)
{
    __shared__ __align__(32) signed char As[BM][BK];
    // kpipe 0.1.0: layout: rows of Bs have 16 elements more (revert this change to undo)
    __shared__ __align__(32) signed char Bs[BN][BK + 16];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, sizeof(As[0]) == 64 ? 16 : 32, sizeof(As[0]) == 64 ? 16 : 8, 16, int> acc[4];

    for (int j = 0; j < 4; j++)
        wmma::fill_fragment(acc[j], 0);
    static_assert(BM == 64 && BK == 64 && BN == 64,
                  "kpipe: BM, BK or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    int4 kp_r0[2], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2; i += 128, ++kp_i) {
            if (i >= BM * BK / 16)
                continue;
            kp_r0[kp_i] = *(const int4 *)&A[(size_t)(blockIdx.y * BM + i / 4) * K + k + i % 4 * 16];
            kp_r1[kp_i] = *(const int4 *)&B[(size_t)(blockIdx.x * BN + i / 4) * K + k + i % 4 * 16];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;

            wmma::load_matrix_sync(a, &As[warp * 16][kk], BK);
            for (int j = 0; j < 4; j++) {
                wmma::load_matrix_sync(b, &Bs[j * 16][kk], BK + 16);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2; i += 128, ++kp_i) {
            if (i >= BM * BK / 16)
                continue;
            *(int4 *)&As[i / 4][i % 4 * 16] = kp_r0[kp_i];
            *(int4 *)&Bs[i / 4][i % 4 * 16] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += BK; k < K; k += BK) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(C + (size_t)(blockIdx.y * BM + warp * 16) * N + blockIdx.x * BN + j * 16, acc[j], N,
                                wmma::mem_row_major);
}
