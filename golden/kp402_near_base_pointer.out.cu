// kpipe: --stages 2
// The tiles' pointers are made from a pointer that nothing is stored or read through.
#include <cuda_pipeline_primitives.h>

static __global__ __launch_bounds__(256) void dot(const float *__restrict__ x,
                                                  const float *__restrict__ w, float *y, int n)
{
    extern __shared__ unsigned char smem[];
    float *const base = reinterpret_cast<float *>(smem);
    float *xs = base;
    float *rest = base + 256, *ws = rest;
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: smem in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(smem) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0 && reinterpret_cast<size_t>(w) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_xs = xs;
        auto kp_ws = ws;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            auto ws = (decltype(kp_ws))((char *)kp_ws + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&ws[t], &w[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            auto ws = (decltype(kp_ws))((char *)kp_ws + kp_stage * kp_stride);
            for (int j = 0; j < 256; ++j)
                sum += xs[j] * ws[255 - j];
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
        for (int k = 0; k < n; k += 256) {
            xs[t] = x[k + t];
            ws[t] = w[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += xs[j] * ws[255 - j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, const float *w, float *y, int n, int blocks)
{
    dot<<<blocks, 256, 2 * (2 * 256 * sizeof(float))>>>(x, w, y, n);
}

__global__ __launch_bounds__(256) void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ __align__(16) float kp_smem[2][2 * 256];
    auto &smem = kp_smem[0];
    float *base = smem, *tile = base + 256;
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: smem in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_tile = tile;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_smem[0]));
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_smem[0]));
            for (int j = 0; j < 256; ++j)
                sum += tile[j];
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
        auto &smem = kp_smem[0];
        for (int k = 0; k < n; k += 256) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += tile[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}
