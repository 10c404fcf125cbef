// kpipe: --stages 3
// As kp304_variable_of_the_body, in a ring, where compute does the same once more.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    declared(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[3][32][33 + 3];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum = 0.0f;
    int pos = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k = 0, pos = pos](int kp_stage) mutable __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            if (k < n) {
                int base;
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
                k += 32;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 32) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &s = kp_s[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            int base;
            base = pos++;
            for (int j = 0; j < 32; ++j)
                sum += s[tx][j] * base;
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 32) {
            int base;
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

__global__ void __launch_bounds__(256)
    in_a_block(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[3][32][33 + 3];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float sum = 0.0f;
    int pos = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&, k = 0, pos = pos](int kp_stage) mutable __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            if (k < n) {
                {
                int base;
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
                }
                k += 32;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 32) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &s = kp_s[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            {
            int base;
            base = pos++;
            for (int j = 0; j < 32; ++j)
                sum += s[tx][j] * base;
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 32) {
            {
            int base;
            base = pos++;
            for (int i = ty; i < 32; i += 8)
                s[i][tx] = a[(base * 32 + i) * n + tx];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tx][j] * base;
            __syncthreads();
            }
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
