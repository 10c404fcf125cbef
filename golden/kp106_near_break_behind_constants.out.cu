// The loop is left on constants of the iteration, which stand in front of that.
#include <cuda_pipeline_primitives.h>

__global__ void left(const float *__restrict__ x, float *__restrict__ y, int n, int tiles)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int at = k * 256;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v * 4;
                    if (at + kp_x < n)
                        __pipeline_memcpy_async(&tile[kp_x], &x[at + kp_x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[kp_x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int at = k * 256;
            int left = n - at < 256 ? n - at : 256;
            for (int j = 0; j < left; j++)
                sum += tile[j] * (k + j);
        };
        {
            int k = 0;
            if ((k < tiles) && !(((int)(n - ((int)(k * 256)) < 256 ? n - ((int)(k * 256)) : 256)) <= 0)) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k++; (k < tiles) && !(((int)(n - ((int)(k * 256)) < 256 ? n - ((int)(k * 256)) : 256)) <= 0); k++) {
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
        for (int k = 0; (k < tiles) && !(((int)(n - ((int)(k * 256)) < 256 ? n - ((int)(k * 256)) : 256)) <= 0); k++) {
            const int at = k * 256;
            int left = n - at < 256 ? n - at : 256;
            tile[threadIdx.x] = at + threadIdx.x < n ? x[at + threadIdx.x] : 0;
            __syncthreads();
            for (int j = 0; j < left; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void causal(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](unsigned int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const unsigned long long first = k * 64ull;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[first + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](unsigned int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const unsigned long long first = k * 64ull;
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (first + j);
        };
        {
            unsigned k = 0;
            if ((k < n) && !(((unsigned long long)(k * 64ull)) > blockIdx.x * 64u)) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                unsigned int kp_k = k;
                for (k++; (k < n) && !(((unsigned long long)(k * 64ull)) > blockIdx.x * 64u); k++) {
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
        for (unsigned k = 0; (k < n) && !(((unsigned long long)(k * 64ull)) > blockIdx.x * 64u); k++) {
            const unsigned long long first = k * 64ull;
            tile[threadIdx.x] = x[first + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (first + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    left<<<8, 256>>>(x, y, n, (n + 255) / 256 + 3);
    causal<<<8, 64>>>(x, y, n);
}
