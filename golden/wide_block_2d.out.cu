// kpipe: --arch sm_90
// One element per thread of a two-dimensional block; the launch is elsewhere.
#include <cuda_pipeline_primitives.h>

__global__ void block_2d(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) float kp_s[2][8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.x * 8 + ty;
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
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int row = blockIdx.x * 8 + ty;
                    const int tx = kp_x;
                    if (row < rows && k0 + tx < n)
                        __pipeline_memcpy_async(&s[ty][tx], &a[row * n + k0 + tx], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&s[ty][tx]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[ty][j];
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
    } else {
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            if (row < rows && k0 + tx < n)
                s[ty][tx] = a[row * n + k0 + tx];
            else
                s[ty][tx] = 0.0f;
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[ty][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x + threadIdx.y * 32] = sum;
}
