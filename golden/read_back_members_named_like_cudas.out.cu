// Names behind a dot and in other functions are not in the way of CUDA's, which the output names.
#include <cuda_pipeline_primitives.h>

struct shape {
    int blockDim, threadIdx;
};

__device__ int behind(int blockDim)
{
    return blockDim + 1;
}

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n, shape by)
{
    __shared__ __align__(16) float kp_tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += tile[j] * by.blockDim + behind(by.threadIdx);
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
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += tile[j] * by.blockDim + behind(by.threadIdx);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

namespace host {
void dots(dim3 gridDim, int blockDim, const float *x, float *y, int n)
{
    ::dots<<<gridDim, 64>>>(x, y, n, shape{blockDim, 2});
}
}
