// kpipe: --arch sm_90
// Pairs of floats become fours.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    pairs(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (tid + kp_v * 256) * 2;
                    __pipeline_memcpy_async(&s[i / 16][i % 16 * 2],
                                            &a[(blockIdx.x * 64 + i / 16) * n + k0 + i % 16 * 2],
                                            sizeof(uint4));
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
            }
        }
    } else {
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = tid; i < 64 * 16; i += 256)
                *reinterpret_cast<float2 *>(&s[i / 16][i % 16 * 2]) = *reinterpret_cast<const float2 *>(
                    &a[(blockIdx.x * 64 + i / 16) * n + k0 + i % 16 * 2]);
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
