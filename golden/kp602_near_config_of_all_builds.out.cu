// The macro comes from a header that every build reads: behind a guard, and in a branch that every build for CUDA takes.
#include "builds/types_by_config.h"
#include <type_traits>
__global__ void k(const value_of_config *x, value_of_config *y, int n)
{
    __shared__ __align__(128) value_of_config kp_s[2][128];
    const int t = threadIdx.x;
    value_of_config acc = 0;

    #if !defined(HAVE_FLOAT)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    static_assert(::std::is_same<value_of_config, float>::value,
                  "kpipe: value_of_config has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    value_of_config kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}
