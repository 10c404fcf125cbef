// A loop fills the tile and does two other things, which do not depend on it: it is taken as two loops.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y,
                     int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    int at[4];
    float sum = 0, norm = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 16 * 4;
            #pragma unroll
                for (int j = static_cast<int>(kp_v / 16); j < 4; j += 4) {
                    __pipeline_memcpy_async(&tile[j * 64 + kp_x], &x[k + j * 64 + kp_x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 4; ++j) {
                norm += w[k + j] * w[k + j];
                at[j] = (k / 256 + j) & 3;
            }
            for (int j = 0; j < 64; ++j)
                sum += tile[at[j & 3] * 64 + j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                __syncthreads();
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 256; k < n; k += 256) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 256) {
            __syncthreads();
            for (int j = 0; j < 4; ++j) {
                tile[j * 64 + threadIdx.x] = x[k + j * 64 + threadIdx.x];
            }
            for (int j = 0; j < 4; ++j) {
                norm += w[k + j] * w[k + j];
                at[j] = (k / 256 + j) & 3;
            }
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += tile[at[j & 3] * 64 + j];
        }
    }
    y[threadIdx.x] = sum * norm;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
