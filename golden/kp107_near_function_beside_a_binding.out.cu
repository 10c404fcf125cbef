// kpipe: --arch sm_90
// Another kernel has a structured binding, and calls nothing.
#include <cuda_pipeline_primitives.h>

struct part {
    int first, warp;
};

static __device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (tid + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&s[i / 32][i % 32], &a[(i / 32) * n + k0 + i % 32],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < n; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
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
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = tid; i < 64 * 32; i += 256)
                s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    return sum;
}

__global__ void all(const float *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = rows(a, n);
}

__global__ void other(float *out)
{
    part p = {0, (int)threadIdx.x / 32};
    auto [first, warp] = p;

    if (warp >= 4)
        return;
    out[threadIdx.x] = first;
}
