// The copy's index is set anew in each iteration and then moved on; compute needs the first value
// only. Setting it again there undoes the move, but nobody reads what the loop leaves.
#include <cuda_pipeline_primitives.h>

__device__ float scaled(float x, float by = 2.0f)
{
    return x * by;
}

__global__ void __launch_bounds__(32)
    product(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(16) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int row = 1;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            row = 0;
            row ^= 1;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 8) {
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[row * 32 + t], &a[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            row = 0;
            const int first = row;
            sum += scaled(s[32 + (t ^ 1)] * (first + 1));
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 32; k < n; k += 32) {
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
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 32) {
            row = 0;
            const int first = row;
            row ^= 1;
            s[row * 32 + t] = a[k + t];
            __syncthreads();
            sum += scaled(s[32 + (t ^ 1)] * (first + 1));
            __syncthreads();
        }
    }
    c[blockIdx.x * 32 + t] = sum;
}
