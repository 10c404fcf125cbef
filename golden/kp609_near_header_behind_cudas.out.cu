// kpipe: -- -isystem places/own
// nvcc has its own folder before those of the system: the other header is not read.
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128)
    mirror(half *__restrict__ y, const half *__restrict__ x, int n)
{
    __shared__ __align__(16) half kp_s[2][128];
    const int t = threadIdx.x;
    half last = half();

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
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
