// Five groups of two macros: 4 builds, not 32.
#include <cuda_pipeline_primitives.h>

#define SIZE 128
struct body {
    float x, y, z, w;
};
__device__ void add_halo(const body &p, float *sum)
{
#ifdef HALO
    *sum += p.x * 0.5f;
#endif
}
__global__ void forces(const float *__restrict__ x, const float *__restrict__ m,
                       float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_xs[2][SIZE];
    const int t = threadIdx.x;
    float sum = 0.0f;
#ifdef HALO
    float halo = 0.0f;
#endif
#if !defined(DISK)
    float flat = 1.0f;
#endif
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(SIZE == 128, "kpipe: SIZE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < SIZE; ++j) {
                sum += xs[j] * (j + t);
#if defined HALO && defined(DISK)
                sum += xs[j];
#elif defined(HALO)
                halo += xs[j];
#endif
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += SIZE; k < n; k += SIZE) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += SIZE) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < SIZE; ++j) {
                sum += xs[j] * (j + t);
#if defined HALO && defined(DISK)
                sum += xs[j];
#elif defined(HALO)
                halo += xs[j];
#endif
            }
            __syncthreads();
        }
    }
#ifdef HALO
    sum += halo;
#endif
#ifndef DISK
    sum *= flat;
#endif
    body p = {sum, sum, sum, 1.0f};
    add_halo(p, &sum);
    out[blockIdx.x * SIZE + t] = sum + m[t];
}
void launch(const float *x, const float *m, float *out, int n)
{
    forces<<<8, SIZE>>>(x, m, out, n);
}
