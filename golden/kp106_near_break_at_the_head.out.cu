// A loop whose condition is its first statement.
#include <cuda_pipeline_primitives.h>

__global__ void counted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
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
            tile[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    int k = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && k % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
             // the last one
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
        };
        if (!(!(k < n) || k > m)) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 256; !(!(k < n) || k > m); k += 256) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (; !(!(k < n) || k > m); k += 256) {
             // the last one
            tile[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
             // the next one
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

void run(const float *x, float *y, int n)
{
    counted<<<8, 256>>>(x, y, n);
    endless<<<8, 256>>>(x, y, n, n - 256);
}
