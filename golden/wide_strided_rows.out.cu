// kpipe: --arch sm_90
// Every thread has a column and every eighth row; the pointer moves on.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    strided_rows(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    a += (size_t)blockIdx.x * 64 * n;
    const int tid = threadIdx.x;
    const int row = tid / 32, column = tid % 32;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        __cvta_generic_to_global(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int tid = kp_x;
                const int row = tid / 32;
                const int column = tid % 32;
            #pragma unroll
                for (int r = static_cast<int>(kp_v / 64) * 8; r < 64; r += 4 * 8) {
                    __pipeline_memcpy_async(&s[row + r][column], &a[(row + r) * n + column],
                                            sizeof(float4));
                }
            }
            a += 32;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < n; k0 += 32) {
                    kp_load(kp_stage ^ 1);
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
            for (int r = 0; r < 64; r += 8)
                s[row + r][column] = a[(row + r) * n + column];
            a += 32;
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
