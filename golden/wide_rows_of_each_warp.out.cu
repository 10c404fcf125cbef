// kpipe: --arch sm_90
// Each warp copies every eighth row, and some one more than others: the threads of a vector have the
// same rows.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) float kp_s[2][60][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int tid = kp_x;
            #pragma unroll
                for (int r = (tid / 32) + static_cast<int>(kp_v / 64) * (256 / 32); r < 60; r += 4 * (256 / 32)) {
                    const int c = tid % 32;
                    if (blockIdx.x * 60 + r < rows)
                        __pipeline_memcpy_async(&s[r][c], &a[(blockIdx.x * 60 + r) * n + k0 + c],
                                                sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&s[r][c]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 60][j];
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
            for (int r = tid / 32; r < 60; r += 256 / 32) {
                const int c = tid % 32;
                s[r][c] = blockIdx.x * 60 + r < rows ? a[(blockIdx.x * 60 + r) * n + k0 + c] : 0.0f;
            }
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 60][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + tid] = sum;
}
