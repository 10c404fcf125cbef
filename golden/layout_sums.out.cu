// kpipe: --layout auto
// Each lane stores two sums of a line: what rows of 16 elements cost, and longer ones, is counted.
#include <mma.h>
using namespace nvcuda;
__global__ void k(const float *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of s have 8 elements more (revert this change to undo)
    __shared__ __align__(128) half kp_s[2][16][16 + 8];
    // kpipe 0.1.0: layout: rows of r have 8 elements more (revert this change to undo)
    __shared__ float r[16][16 + 8];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    half kp_r0[8];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 8; j += 32, ++kp_i)
            if (j < 256)
                kp_r0[kp_i] = B[i * 256 + j];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.0f);
        wmma::load_matrix_sync(a, &s[0][0], 16 + 8);
        wmma::load_matrix_sync(b, &s[0][0], 16 + 8);
        wmma::mma_sync(c, a, b, c);
        wmma::store_matrix_sync(&r[0][0], c, 16 + 8, wmma::mem_row_major);
        __syncwarp();
        for (int j = 0; j < 16; ++j)
            sum += r[t % 16][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 8; j += 32, ++kp_i)
            if (j < 256)
                s[j / 16][j % 16] = kp_r0[kp_i];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
void run(const float *A, const half *B, float *C, int n) { k<<<1, 32>>>(A, B, C, n); }
