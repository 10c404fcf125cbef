// kpipe: --arch sm_90
// Sixteen at a time, by ?:, into rows that are padded by sixteen.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    bytes(const signed char *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) signed char kp_s[2][64][48];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 16 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const int i = tid * 16;
                if (i < 64 * 32) {
                    if (blockIdx.x * 64 + i / 32 < rows)
                        __pipeline_memcpy_async(&s[i / 32][i % 32],
                                                &a[(size_t)(blockIdx.x * 64 + i / 32) * n + k0 + i % 32],
                                                sizeof(uint4));
                    else
                        *reinterpret_cast<uint4 *>(&s[i / 32][i % 32]) = make_uint4(0, 0, 0, 0);
                }
            }
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
            for (int i = tid; i < 64 * 32; i += 256)
                s[i / 32][i % 32] = blockIdx.x * 64 + i / 32 < rows
                                        ? a[(size_t)(blockIdx.x * 64 + i / 32) * n + k0 + i % 32]
                                        : 0;
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
