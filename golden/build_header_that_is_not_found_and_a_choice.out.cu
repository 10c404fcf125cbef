// kpipe: --stages 2
// The text for both branches has the question once.
#if defined(PROGRAM_PORT) || defined(TRACE_LEVEL) || defined(TRACE_ALL)
#error "kpipe: not the build that this was made for: run kpipe again"
#endif
#if defined(__PROGRAM_BUILD)
#error "kpipe: not the build that this was made for: run kpipe again"
#endif
#include "builds/of_a_port.h"
#include <type_traits>
__global__ void k(const part *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(128) part kp_m[2][128];
    float s = 0;
    #if defined(PROGRAM_PORT) || defined(TRACE_LEVEL) || defined(TRACE_ALL)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    #if defined(__PROGRAM_BUILD)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    static_assert(sizeof(part) == 8 && alignof(part) == 4 &&
                  ::std::is_same<decltype(part::x), float>::value &&
                  ::std::is_same<decltype(part::y), float>::value,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    part kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = in[k0 + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &m = kp_m[kp_stage];
        for (int j = 0; j < 128; ++j)
#ifdef SUMS
            s += m[j].x + m[j].y;
#else
            s += m[j].x * m[j].y;
#endif
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &m = kp_m[kp_stage];
        m[threadIdx.x] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 128; k0 < n; k0 += 128) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
