// Tensor cores compute on the tiles; accumulators stay in registers.
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda_pipeline_primitives.h>
using namespace nvcuda;

__global__ void hgemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C,
                      int N, int K)
{
    __shared__ __align__(16) half kp_As[2][64][16];
    __shared__ __align__(16) half kp_Bs[2][16][64];
    const int t = threadIdx.x, warp = t / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];

    for (int j = 0; j < 4; ++j)
        wmma::fill_fragment(c[j], 0.0f);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        __pipeline_memcpy_async(&As[t / 2][t % 2 * 8],
                                &A[(blockIdx.y * 64 + t / 2) * K + k0 + t % 2 * 8], sizeof(uint4));
        __pipeline_memcpy_async(&Bs[t / 8][t % 8 * 8],
                                &B[(k0 + t / 8) * N + blockIdx.x * 64 + t % 8 * 8], sizeof(uint4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        wmma::load_matrix_sync(a, &As[warp * 16][0], 16);
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(b, &Bs[0][j * 16], 64);
            wmma::mma_sync(c[j], a, b, c[j]);
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int j = 0; j < 4; ++j)
        wmma::store_matrix_sync(&C[(blockIdx.y * 64 + warp * 16) * N + blockIdx.x * 64 + j * 16],
                                c[j], N, wmma::mem_row_major);
}
