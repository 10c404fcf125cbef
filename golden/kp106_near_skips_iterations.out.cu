// Iterations that an array of flags, a list or the block's own place leave out.
#include <cuda_pipeline_primitives.h>

__global__ void by_flags(const float *__restrict__ x, const int *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k++) {
            if (!live[blockIdx.x * n + k])
                continue;
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
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[k * 256 + kp_x], sizeof(float4));
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
            int k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
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
        for (int k = kp_skip(0); k < n; k++, k = kp_skip(k)) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_list(const float *__restrict__ x, const int *__restrict__ list,
                        float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    int k;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k += 1) {
            const int block = list[k], other = block + 1; // -1: none
            if (block < 0) { continue; }
            const bool even = other % 2 == 0;
            if (even && k > 2) continue;
            break;
        }
        return k;
    };
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const int block = list[k], other = block + 1; // -1: none
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[block * 256 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 256; j++)
                sum += tile[j] * j;
        };
        k = kp_skip(0);
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1, k = kp_skip(k); k < n; k += 1, k = kp_skip(k)) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (k = kp_skip(0); k < n; k += 1, k = kp_skip(k)) {
            const int block = list[k], other = block + 1; // -1: none
            tile[threadIdx.x] = x[block * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * j;
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

template <int SIZE>
__global__ void by_place(const float *__restrict__ x, float *__restrict__ y, int n, int window)
{
    __shared__ struct alignas(128) { float tile[SIZE]; } kp_tile[2];
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k += SIZE) {
            int far = (int)(blockIdx.x * SIZE) - k;
            if (far > window || far < -window)
                continue;
            break;
        }
        return k;
    };
    static_assert(SIZE == 256, "kpipe: SIZE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + threadIdx.x < n)
            kp_r0 = x[k + threadIdx.x];
        else
            kp_r0 = 0;
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        int far = (int)(blockIdx.x * SIZE) - k;
        for (int j = 0; j < SIZE; j++)
            sum += tile[j] * (far + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = kp_skip(0);
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += SIZE, k = kp_skip(k); k < n; k += SIZE, k = kp_skip(k)) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * SIZE + threadIdx.x] = sum;
}

__global__ void in_a_loop(const float *__restrict__ x, const int *__restrict__ live,
                          float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    for (int r = 0; r < 2; r++)
        {
        // the next iteration that does something
        auto kp_skip = [&](int k) __attribute__((always_inline)) {
            for (; k < n; k++) {
                if (live[k] == r)
                    continue;
                break;
            }
            return k;
        };
        // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide3 = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide3) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &tile = kp_tile[kp_stage];
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &x[k * 256 + kp_x], sizeof(float4));
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
                int k = kp_skip(r);
                if (k < n) {
                    int kp_stage = 0;
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    int kp_k = k;
                    for (k++, k = kp_skip(k); k < n; k++, k = kp_skip(k)) {
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
            for (int k = kp_skip(r); k < n; k++, k = kp_skip(k)) {
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

void run(const float *x, const int *live, const int *list, float *y, int n)
{
    by_flags<<<8, 256>>>(x, live, y, n);
    in_a_loop<<<8, 256>>>(x, live, y, n);
    by_list<<<8, 256>>>(x, list, y, n);
    by_place<256><<<8, 256>>>(x, y, n, 512);
}
