// kpipe: --layout auto
// The distance of the rows is an argument.
#include <mma.h>
#include <cuda_pipeline_primitives.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 64;

__global__ void __launch_bounds__(128)
    igemm(const signed char *__restrict__ A, const signed char *__restrict__ B, int *__restrict__ C, int N,
          int K, int ld)
{
    __shared__ __align__(32) signed char kp_As[2][BM][BK];
    __shared__ __align__(32) signed char kp_Bs[2][BN][BK];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[4];

    for (int j = 0; j < 4; j++)
        wmma::fill_fragment(acc[j], 0);
    static_assert(BM == 64 && BK == 64 && BN == 64,
                  "kpipe: BM, BK or BN has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = threadIdx.x; i < BM * BK / 16; i += 128) {
            __pipeline_memcpy_async(&As[i / 4][i % 4 * 16],
                                    &A[(size_t)(blockIdx.y * BM + i / 4) * K + k + i % 4 * 16],
                                    sizeof(int4));
            __pipeline_memcpy_async(&Bs[i / 4][i % 4 * 16],
                                    &B[(size_t)(blockIdx.x * BN + i / 4) * K + k + i % 4 * 16],
                                    sizeof(int4));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;

            wmma::load_matrix_sync(a, &As[warp * 16][kk], ld);
            for (int j = 0; j < 4; j++) {
                wmma::load_matrix_sync(b, &Bs[j * 16][kk], ld);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += BK; k < K; k += BK) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(C + (size_t)(blockIdx.y * BM + warp * 16) * N + blockIdx.x * BN + j * 16, acc[j], N,
                                wmma::mem_row_major);
}
