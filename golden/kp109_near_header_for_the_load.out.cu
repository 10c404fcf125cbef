// What the header declares besides only the load phase names.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_As[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 8 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int shift, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&As[t], &A[k + t + shift], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (float)(j ^ t);
        };
        {
            int k = 0, shift = n / 2;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, shift, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
                    kp_load(k, shift, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        for (int k = 0, shift = n / 2; k < n; k += 256) {
            As[t] = A[k + t + shift];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (float)(j ^ t);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
