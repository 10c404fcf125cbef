// kpipe: --stages 2
// The array begins at a multiple of 128 in each stage, and the number is the same.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ char flags[5];
    __shared__ __align__(128) float kp_s[2][512];
    float sum = 0.0f;

    if (threadIdx.x < 5)
        flags[threadIdx.x] = n > threadIdx.x;
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const int i = threadIdx.x * 4;
                __pipeline_memcpy_async(&s[i], &a[k * 512 + i], sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 4; ++j)
                sum += s[(threadIdx.x + 128 * j + 1) % 512] * (j + 1);
            sum += reinterpret_cast<size_t>(s) % 16 + (reinterpret_cast<size_t>(s + 3) & 96) + (reinterpret_cast<size_t>(s) + k * 4) % 16;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k++; k < n; k++) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k++) {
            for (int i = threadIdx.x; i < 512; i += 128)
                s[i] = a[k * 512 + i];
            __syncthreads();
            for (int j = 0; j < 4; ++j)
                sum += s[(threadIdx.x + 128 * j + 1) % 512] * (j + 1);
            sum += reinterpret_cast<size_t>(s) % 16 + (reinterpret_cast<size_t>(s + 3) & 96) + (reinterpret_cast<size_t>(s) + k * 4) % 16;
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum + flags[n % 5];
}
