// kpipe: --variant cp-async
// The bits are those of an index, of an address in global memory, or the stages are alike in them.

#include <cuda_pipeline_primitives.h>

__global__ void of_an_index(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[0]) + (t ^ (t >> 3 & 3)) * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_global_memory(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float scale = reinterpret_cast<size_t>(x) % 16 == 0 ? 1.0f : 2.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
            sum += s[t ^ 1] * scale;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_a_kilobyte(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(1024) float kp_s[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[t ^ 2]);
        a ^= (a >> 9 & 1) * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
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
    y[blockIdx.x * 256 + t] = sum;
}
