// kpipe: --arch sm_90
// Closures that the loop's body declares, in a fill of it and in front of one: what they return
// stands in the place of their calls. The second of the same name is another one.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int n)
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
                const int i = tid * 4;
                __pipeline_memcpy_async(&s[i / 32][i % 32], &a[(i / 32) * n + k0 + i % 32],
                                        sizeof(float4));
            }
            {
                const int i = tid * 4;
                __pipeline_memcpy_async(&s[32 + i / 32][i % 32], &a[(32 + i / 32) * n + k0 + i % 32],
                                        sizeof(float4));
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
            for (int i = tid; i < 1024; i += 256) {
                s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
            }
            for (int i = tid; i < 1024; i += 256)
                s[32 + i / 32][i % 32] = a[(32 + i / 32) * n + k0 + i % 32];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + tid] = sum;
}
