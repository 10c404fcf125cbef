// A macro that names a variable's member: its nodes all have the invocation's text, as the variable
// of an anonymous union and its member have.
#include <cuda_pipeline_primitives.h>

struct pair {
    float x, y;
};

#define SUM_UP                                                                                     \
    for (int j = 0; j < 64; ++j) {                                                                 \
        both.x += tile[j];                                                                         \
        both.y -= tile[63 - j];                                                                    \
    }

__global__ void sums(const float *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    pair both = {0, 0};

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(from) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &from[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            SUM_UP
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
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
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 64) {
            tile[threadIdx.x] = from[k + threadIdx.x];
            __syncthreads();
            SUM_UP
            __syncthreads();
        }
    }
    to[threadIdx.x] = both.x * both.y;
}

void run(const float *from, float *to, int n)
{
    sums<<<1, 64>>>(from, to, n);
}
