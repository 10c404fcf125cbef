// kpipe: --arch sm_90 --stages 2
// The bound keeps its parentheses.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    masked_bound(const float *__restrict__ a, float *__restrict__ out, int n, int most)
{
    __shared__ __align__(16) float kp_s[2][2048];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && (most & ~15) % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                for (int kp_v = tid; kp_v < (most & ~15) / 4; kp_v += 256) {
                    const int i = kp_v * 4;
                    __pipeline_memcpy_async(&s[i], &a[k0 + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < (most & ~15); ++j)
                sum += s[j];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 2048; k0 < n; k0 += 2048) {
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
        for (int k0 = 0; k0 < n; k0 += 2048) {
            for (int i = tid; i < (most & ~15); i += 256)
                s[i] = a[k0 + i];
            __syncthreads();
            for (int j = 0; j < (most & ~15); ++j)
                sum += s[j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
