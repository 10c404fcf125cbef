// What a header's alias stands for may itself be const, with or without the word at the declaration.
#include "builds/constant_aliases.h"
#include <type_traits>

__global__ void scale(source_t __restrict__ in, target_t out, index_t n, step s)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const index_t at = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<source_t, const float *>::value &&
                  ::std::is_same<target_t const volatile __restrict, float * const volatile __restrict>::value &&
                  ::std::is_same<::std::remove_cv<index_t>::type, int>::value &&
                  ::std::is_same<::std::remove_cv<decltype(step::stride)>::type, int>::value &&
                  ::std::is_same<::std::remove_cv<CELL>::type, float>::value,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        index_t from = i * s.stride + at;

        kp_r0 = in[from];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int k = 0; k < 128; k++)
            sum += tile[k];
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        CELL scale = i & 3;

        tile[at] = kp_r0 * scale;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(i, kp_stage);
            __syncthreads();
            for (i++; i < n; i++) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(i, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + at] = sum;
}
