// kpipe: --layout auto
// One matrix consists of every second row.
#include <mma.h>
#include <cuda_pipeline_primitives.h>
using namespace nvcuda;
__global__ void __launch_bounds__(128) mul_rows(const half *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(32) half kp_As[2][64 * 64];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.x; i < 64 * 8; i += 128)
            __pipeline_memcpy_async(&As[i / 8 * 64 + i % 8 * 8],
                                    &A[(size_t)(blockIdx.x * 64 + i / 8) * n + k + i % 8 * 8],
                                    sizeof(int4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int kk = 0; kk < 64; kk += 16) {
            wmma::load_matrix_sync(a, &As[warp * 16 * 64 + kk], 128);
            wmma::load_matrix_sync(b, &As[warp * 16 * 64 + kk], 64);
            wmma::mma_sync(c, a, b, c);
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    wmma::store_matrix_sync(C + (blockIdx.x * 4 + warp) * 256, c, 16, wmma::mem_row_major);
}
