// kpipe: --variant cp-async
// Near misses of golden/world/integers_*: conversions, remainders, distances and names that are what they seem.
#include <cuda_pipeline_primitives.h>

struct Tile {
    static constexpr int ROWS = 2;
};
enum : unsigned char { THREADS = 128 };

// the counter is never negative: [i / 4][i & 3] is [i]
__global__ void quotients(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][64][4];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const int i = t * 4;
                if (i < 256 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&tile[i / 4][i & 3], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 256; ++j)
                acc += tile[j / 4][j & 3] * (j ^ t);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        for (int k = 0; k < n; k += 256) {
            for (int i = t; i < 256; i += 128)
                tile[i / 4][i & 3] = x[k + i];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                acc += tile[j / 4][j & 3] * (j ^ t);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}

// an int holds what the sum has, and 8u - 8u is nothing
__global__ void names(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    float acc = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int a = threadIdx.x, b = threadIdx.x + 136u - 8u;
        __pipeline_memcpy_async(&tile[a], &x[k + a], sizeof(float));
        __pipeline_memcpy_async(&tile[b], &x[k + b], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int a = threadIdx.x, b = threadIdx.x + 136u - 8u;
        for (int j = 0; j < 256; ++j)
            acc += tile[j] * (j ^ a);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

// the registers' number is made of a member, an enumerator and the parameter
template <int N>
__global__ void constants(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { float tile[Tile::ROWS * N]; } kp_tile[2];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(Tile::ROWS == 2 && static_cast<long long>(THREADS) == 128,
                  "kpipe: Tile::ROWS or THREADS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[((2 * N) + 128 - 1) / 128];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        constexpr bool both = true;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((2 * N) + 128 - 1) / 128; i += THREADS, ++kp_i)
            if (i < (both ? Tile::ROWS : 1) * N)
                kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        constexpr bool both = true;
        for (int j = 0; j < Tile::ROWS * N; ++j)
            acc += tile[j] * (j ^ t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        constexpr bool both = true;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((2 * N) + 128 - 1) / 128; i += THREADS, ++kp_i)
            if (i < (both ? Tile::ROWS : 1) * N)
                tile[i] = 2 * kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += Tile::ROWS * N; k < n; k += Tile::ROWS * N) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * THREADS + t] = acc;
}
template __global__ void constants<256>(const float *__restrict__, float *__restrict__, int);
