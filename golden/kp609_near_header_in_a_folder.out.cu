// No directive but the one with the folder can mean this header.
#include "places/vendors/cuda.h"
#include <cuda_pipeline_primitives.h>
#include <type_traits>

__global__ void __launch_bounds__(128)
    mirror(element *__restrict__ y, const element *__restrict__ x, int n)
{
    __shared__ __align__(16) element kp_s[2][128];
    const int t = threadIdx.x;
    element last = element();

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<element, ::__half>::value,
                  "kpipe: element has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 8;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            last = s[127 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 128) {
            s[t] = x[k + t];
            __syncthreads();
            last = s[127 - t];
            __syncthreads();
        }
    }
    y[t] = last;
}
