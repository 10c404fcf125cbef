// kpipe: --stages 2
// As kp504_dynamic_bytes_of_this_build, but the number that another build changes is not that of the bytes.
#include <cuda_pipeline_primitives.h>

template <int K>
__global__ void nearest(const float *__restrict__ data, int n, float *__restrict__ out)
{
    extern __shared__ float best[];
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(data) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int start, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &data[start + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 256; i++)
                sum += tile[i] * (float)(i % K);
        };
        {
            int start = 0;
            if (start < n) {
                int kp_stage = 0;
                kp_load(start, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (start += 256; start < n; start += 256) {
                    kp_load(start, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int start = 0; start < n; start += 256) {
            tile[threadIdx.x] = data[start + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 256; i++)
                sum += tile[i] * (float)(i % K);
            __syncthreads();
        }
    }
    best[threadIdx.x * K] = sum;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = best[(threadIdx.x ^ 1) * K];
}

#ifndef COUNT
#define COUNT 64
#endif

void launch(const float *data, int n, float *out)
{
    int count = 64;

    nearest<2><<<64, 256, count * sizeof(float)>>>(data, n, out + COUNT);
}
