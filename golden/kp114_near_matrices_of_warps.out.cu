// Each warp multiplies matrices of its own.
#include <mma.h>
using namespace nvcuda;
__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(32) half kp_As[2][4][16][16];
    __shared__ __align__(32) half kp_Bs[2][4][16][16];
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    const int row = blockIdx.y * 16, col = (blockIdx.x * 4 + w) * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    half kp_r0[8], kp_r1[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = lane, kp_i = 0; kp_i < 8; i += 32, ++kp_i) {
            if (i >= 256)
                continue;
            kp_r0[kp_i] = A[(row + i / 16) * K + k + i % 16];
            kp_r1[kp_i] = B[(k + i / 16) * N + col + i % 16];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        wmma::load_matrix_sync(a, &As[w][0][0], 16);
        wmma::load_matrix_sync(b, &Bs[w][0][0], 16);
        wmma::mma_sync(c, a, b, c);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        #pragma unroll
        for (int i = lane, kp_i = 0; kp_i < 8; i += 32, ++kp_i) {
            if (i >= 256)
                continue;
            As[w][i / 16][i % 16] = kp_r0[kp_i];
            Bs[w][i / 16][i % 16] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncwarp();
            for (k += 16; k < K; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncwarp();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

void run(const half *A, const half *B, float *C, int N, int K)
{
    gemm<<<dim3(N / 64, N / 16), 128>>>(A, B, C, N, K);
}
