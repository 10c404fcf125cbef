// A tile's size rests on a template's parameter, so that its stages are structs. What is behind the loop stores results in the
// tile, by a call, and reads them again.
#include <mma.h>

template <int M>
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(half[M * 16])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { half As[M * 16]; } kp_As[kp_stages];
    const int t = threadIdx.x;
    float acc = 0;
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, M, 16, 16, half> c;

    nvcuda::wmma::fill_fragment(c, __float2half(0.0f));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int s) __attribute__((always_inline)) {
        kp_r0 = a[s + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int q = 0; q < M * 16; q++)
            acc += (float)As[q];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        As[t] = kp_r0;
    };
    int kp_stage = 0;
    {
        int s = 0;
        if (s < n) {
            kp_fetch(s);
            kp_store(kp_stage);
            __syncthreads();
            for (s += 256; s < n; s += 256) {
                kp_fetch(s);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    auto &As = kp_As[kp_stage].As;
    nvcuda::wmma::store_matrix_sync(&As[0], c, 16, nvcuda::wmma::mem_row_major);
    __syncthreads();
    out[t] = acc + (float)As[t];
}
