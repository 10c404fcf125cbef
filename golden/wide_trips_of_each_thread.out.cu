// kpipe: --arch sm_90
// Each thread copies 16 elements of its own, one behind the other: nothing tells how many threads there
// are, but they are four vectors of each.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = n % 4 == 0 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 4; ++kp_v) {
                    const int t = kp_v * 4;
                    const int i = t + tid * 16;
                    __pipeline_memcpy_async(&s[i / 32][i % 32],
                                            &a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32],
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
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int t = 0; t < 16; ++t) {
                const int i = t + tid * 16;
                s[i / 32][i % 32] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32];
            }
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + tid] = sum;
}
