// As kp304_variable_of_the_body, but declared in front of the loop: compute gets a copy.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    declared(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][32][33 + 3];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum = 0.0f;
    int pos = 0;
    int base = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            base = pos++;
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 32;
                const int tx = kp_x % 32;
            #pragma unroll
                for (int i = ty + static_cast<int>(kp_v / 64) * 8; i < 32; i += 4 * 8) {
                    __pipeline_memcpy_async(&s[i][tx], &a[(base * 32 + i) * n + tx], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int base, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[tx][j] * base;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_base = base;
                for (k += 32; k < n; k += 32) {
                    kp_load(kp_stage ^ 1);
                    kp_compute(kp_base, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_base = base;
                    kp_stage ^= 1;
                }
                kp_compute(kp_base, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 32) {
            base = pos++;
            for (int i = ty; i < 32; i += 8)
                s[i][tx] = a[(base * 32 + i) * n + tx];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tx][j] * base;
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
