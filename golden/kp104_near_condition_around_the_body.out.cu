// The whole body under a condition of the block's.
#include <cuda_pipeline_primitives.h>

__global__ void by_flags(const float *__restrict__ x, const unsigned char *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k++) {
            if (live[blockIdx.x * n + k])
                break;
        }
        return k;
    };
// kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &x[k * 256 + kp_x], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * (k + j);
            }
        };
        {
            int k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
#pragma unroll 1
                for (k++, k = kp_skip(k); k < n; k++, k = kp_skip(k)) {
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
#pragma unroll 1
        for (int k = kp_skip(0); k < n; k++, k = kp_skip(k)) {
            {
                tile[threadIdx.x] = x[k * 256 + threadIdx.x];
                __syncthreads();
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * (k + j);
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_list(const float *__restrict__ x, const int *__restrict__ list,
                        float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](unsigned int k) __attribute__((always_inline)) {
        for (; k < n; ++k) {
            const int block = list[k];
            const bool live = block >= 0;
            if (live)
                break;
        }
        return k;
    };
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](unsigned int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int block = list[k];
            {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &x[block * 256 + kp_x], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](unsigned int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int block = list[k];
            {
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * block;
            }
        };
        {
            unsigned k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                unsigned int kp_k = k;
                for (++k, k = kp_skip(k); k < n; ++k, k = kp_skip(k)) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (unsigned k = kp_skip(0); k < n; ++k, k = kp_skip(k)) {
            const int block = list[k];
            {
                tile[threadIdx.x] = x[block * 256 + threadIdx.x];
                __syncthreads();
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * block;
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const unsigned char *live, const int *list, float *y, int n)
{
    by_flags<<<8, 256>>>(x, live, y, n);
    by_list<<<8, 256>>>(x, list, y, n);
}
