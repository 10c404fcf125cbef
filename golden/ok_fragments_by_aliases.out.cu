// The aliases stand for instances of a template of CUDA's: the output asks for them in full.
#include <mma.h>
#include <type_traits>

namespace parts
{
using left = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>;
using right = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::row_major>;
using sums = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;
}

__global__ void __launch_bounds__(32) product(const __half *__restrict__ A, const __half *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(128) __half kp_As[2][256], kp_As_Bs[2][256];
    parts::sums c;

    nvcuda::wmma::fill_fragment(c, 0.0f);
    static_assert(::std::is_same<parts::sums, nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>>::value &&
                  ::std::is_same<parts::left, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>>::value &&
                  ::std::is_same<parts::right, nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::row_major>>::value,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __half kp_r0[8], kp_r1[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 32, ++kp_i) {
            if (i >= 256)
                continue;
            kp_r0[kp_i] = A[k * 256 + i];
            kp_r1[kp_i] = B[k * 256 + i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        parts::left a;
        parts::right b;
        nvcuda::wmma::load_matrix_sync(a, As, 16);
        nvcuda::wmma::load_matrix_sync(b, Bs, 16);
        nvcuda::wmma::mma_sync(c, a, b, c);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 32, ++kp_i) {
            if (i >= 256)
                continue;
            As[i] = kp_r0[kp_i];
            Bs[i] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    nvcuda::wmma::store_matrix_sync(C, c, 16, nvcuda::wmma::mem_row_major);
}
