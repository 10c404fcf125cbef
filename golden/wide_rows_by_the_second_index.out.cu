// kpipe: --arch sm_90
// A block of 32 by 8 threads, each row of which copies every eighth row of the tile, from an unsigned
// index on.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 8 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8 % 8;
            #pragma unroll
                for (unsigned int r = kp_y + static_cast<unsigned int>(kp_v / 64) * 8; r < 64; r += 4 * 8) {
                    __pipeline_memcpy_async(&s[r][kp_x], &a[(blockIdx.x * 64 + r) * n + k0 + kp_x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[threadIdx.y * 8 + threadIdx.x % 8][j];
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
            for (unsigned r = threadIdx.y; r < 64; r += 8)
                s[r][threadIdx.x] = a[(blockIdx.x * 64 + r) * n + k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[threadIdx.y * 8 + threadIdx.x % 8][j];
            __syncthreads();
        }
    }
    out[(blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

void launch(const float *a, float *out, int blocks, int n)
{
    sums<<<blocks, dim3(32, 8)>>>(a, out, n);
}
