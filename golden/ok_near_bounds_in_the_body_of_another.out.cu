// Declarations behind the definitions, in the bodies of others, say how many registers blocks have:
// these kernels get no __launch_bounds__, which would not go with it.
#include <cuda_pipeline_primitives.h>

__global__ void first(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][1024];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 1024 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 1024; i++)
                sum += tile[i] * (i + threadIdx.x);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        for (int k = 0; k < n; k += 1024) {
            tile[threadIdx.x] = a[k + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 1024; i++)
                sum += tile[i] * (i + threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 1024 + threadIdx.x] = sum;
}

__global__ void second(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][1024];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 1024 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 1024; i++)
                sum += tile[i] * (i - threadIdx.x);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        for (int k = 0; k < n; k += 1024) {
            tile[threadIdx.x] = a[k + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 1024; i++)
                sum += tile[i] * (i - threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 1024 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    extern __global__ void first(const float *__restrict__ a, float *__restrict__ out, int n)
        __maxnreg__(32);
    struct launcher {
        void all(const float *a, float *out, int n)
        {
            __maxnreg__(32) extern __global__ void second(const float *__restrict__ a,
                                                          float *__restrict__ out, int n);
            second<<<n / 1024, 1024>>>(a, out, n);
        }
    };
    first<<<n / 1024, 1024>>>(a, out, n);
    launcher().all(a, out, n);
}
