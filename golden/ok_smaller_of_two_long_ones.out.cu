// CUDA has minima and maxima of 64-bit integers under names of their own.
#include <cuda_pipeline_primitives.h>

__global__ void k(const unsigned long long *__restrict__ A, unsigned long long *__restrict__ out, int n)
{
    __shared__ __align__(128) unsigned long long kp_tile[2][64];
    unsigned long long low = ~0ull, high = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[threadIdx.x], &A[i + threadIdx.x],
                                sizeof(unsigned long long));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++) {
            low = ullmin(low, tile[j]);
            high = ullmax(high, tile[j]);
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = high - low;
}
