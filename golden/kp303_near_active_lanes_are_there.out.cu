// Whoever asks is active, so the number is not 0: programs write this to keep a branch.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_as[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    if (t < 128 && __activemask())
                        __pipeline_memcpy_async(&as[t], &a[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += as[j] * as[(j + t) % 128];
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
    } else { // kpipe: as written
        auto &as = kp_as[0];
        for (int k = 0; k < n; k += 128) {
            if (t < 128 && __activemask())
                as[t] = a[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += as[j] * as[(j + t) % 128];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
void launch(const float *a, float *o, int n) { sums<<<4, 256>>>(a, o, n); }
