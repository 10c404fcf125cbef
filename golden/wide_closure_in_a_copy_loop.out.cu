// A closure that fills one element, called in a loop: its inlined body gets copies of 16 bytes.
#include <cuda_pipeline_primitives.h>

#define T 64
__global__ void __launch_bounds__(128) f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][T];
    float sum = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const int i = threadIdx.x * 4;
                if (i < T && __activemask()) { // true: to keep a branch
                        int e = i;
                        int at = k;
                        __pipeline_memcpy_async(&xs[e], &x[at + e], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += xs[j] * j;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += T) {
            for (int i = threadIdx.x; i < T; i += 128)
                { // load(), inlined
                    int e = i;
                    int at = k;
                    xs[e] = x[at + e]; 
                }
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += xs[j] * j;
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

// .. called by another one.
__global__ void __launch_bounds__(128) g(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][T];
    float sum = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            { // load(), inlined
                int first = k;
                {
                    for (int i = threadIdx.x * 4; i < T; i += blockDim.x * 4) {
                            int at = first;
                            __pipeline_memcpy_async(&xs[i], &x[at + i], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += xs[j] * j;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += T) {
            { // load(), inlined
                int first = k;
                for (int i = threadIdx.x; i < T; i += blockDim.x)
                    { // one(), inlined
                        int at = first;
                        xs[i] = x[at + i]; 
                    }
            }
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += xs[j] * j;
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
