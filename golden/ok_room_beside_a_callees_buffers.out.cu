// kpipe: --stages 2
// What the kernel calls has two static buffers, too: with them the launch needs more than 48 KB.
#include <cuda_pipeline_primitives.h>

static __device__ float more(const float *__restrict__ x, int n);

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 4096; // bytes of one stage, of 2
    auto kp_tile = tile;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum + more(x, n);
}

static __device__ float more(const float *__restrict__ x, int n)
{
    __shared__ __align__(16) float kp_part[2][4096];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 8; ++kp_v) {
                    const int i = (t + kp_v * 128) * 4;
                    __pipeline_memcpy_async(&part[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int i = 0; i < 4096; i++)
                sum += part[i] * (i + t);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 4096; k < n; k += 4096) {
                    kp_load(k, kp_stage ^ 1);
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
        auto &part = kp_part[0];
        for (int k = 0; k < n; k += 4096) {
            for (int i = t; i < 4096; i += 128)
                part[i] = x[k + i];
            __syncthreads();
            for (int i = 0; i < 4096; i++)
                sum += part[i] * (i + t);
            __syncthreads();
        }
    }
    return sum;
}

void run(const float *x, float *y, int n)
{
    cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 12800 + 4096);
    sums<<<8, 128, 12800 + 4096>>>(x, y, n);
}
