// A number of the program's that has not the name of one of CUDA's.
#include <cuda_pipeline_primitives.h>

struct half_of {
    unsigned short bits;
};

namespace mine
{
struct half {
    unsigned short bits;
};
} // namespace mine

__global__ void __launch_bounds__(128)
    mirror(mine::half *__restrict__ y, const mine::half *__restrict__ x, half_of *__restrict__ z, int n)
{
    __shared__ __align__(16) mine::half kp_s[2][128];
    const int t = threadIdx.x;
    mine::half last = mine::half();

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(sizeof(mine::half) == 2 && alignof(mine::half) == 2 && sizeof(half_of) == 2 &&
                  alignof(half_of) == 2,
                  "kpipe: a constant has changed: run kpipe again");
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
    z[t].bits = last.bits;
}
