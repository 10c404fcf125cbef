// kpipe: --arch sm_90
// The width of the tile binds less than ==.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    or_of_sizes(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) float kp_s[2][8][16 | 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == (16 | 32) && blockDim.y == 8 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * (16 | 32) + threadIdx.x;
                if (kp_v < 96 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 12 * 4, kp_y = kp_v / 12;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&s[ty][tx], &a[(blockIdx.x * 8 + ty) * n + k0 + tx],
                                            sizeof(float4));
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
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            s[ty][tx] = a[(blockIdx.x * 8 + ty) * n + k0 + tx];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[ty][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
