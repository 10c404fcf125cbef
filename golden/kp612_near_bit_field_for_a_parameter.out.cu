// kpipe: --stages 2
// A bit-field is an int in arithmetic, and a parameter that has its value is unsigned.
#include <cuda_pipeline_primitives.h>

struct packed {
    unsigned step : 3;
};
struct row {
    float *data;

    __device__ float &at(unsigned r, int c) const { return data[(r - 5) / 268435456 + c]; }
};
__device__ float at(const float *p, unsigned i) { return p[(i - 5) / 268435456]; }

__global__ void __launch_bounds__(64) by_helper(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    const int t = threadIdx.x;
    packed p = {3};
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 &&
        (((unsigned int)(p.step) - 5) / 268435456) % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t],
                                            &(A + k + t)[((unsigned int)(p.step) - 5) / 268435456],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (t - j);
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
            tile[t] = at(A + k + t, p.step);
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) by_closure(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int t = threadIdx.x;
    packed p = {3};
    auto get = [&](unsigned i, int k) { return A[(i - 5) / 268435456 + k + t]; };
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = get(k > 64 ? p.step : p.step, k);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) by_view(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    packed p = {3};
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 64 &&
        (((unsigned int)(p.step) - 5) / 268435456) % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[((unsigned int)(p.step) - 5) / 268435456 + t],
                                            &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += tile[j + 15] * (t - j);
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
            tile[((unsigned int)(p.step) - 5) / 268435456 + t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j + 15] * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}
