// A zero that is converted to a half is what a vector of zeros has in its place.
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
__global__ void __launch_bounds__(256)
    tiles(const half *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(16) half kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 8 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const int i = tid * 8;
                const int r = i / 32, c = i % 32;
                if (blockIdx.x * 64 + r < rows && k0 + c < n)
                    __pipeline_memcpy_async(&s[r][c], &a[(size_t)(blockIdx.x * 64 + r) * n + k0 + c],
                                            sizeof(uint4));
                else
                    *reinterpret_cast<uint4 *>(&s[r][c]) = make_uint4(0, 0, 0, 0);
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += __half2float(s[tid % 64][j]);
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
            for (int i = tid; i < 64 * 32; i += 256) {
                const int r = i / 32, c = i % 32;
                if (blockIdx.x * 64 + r < rows && k0 + c < n)
                    s[r][c] = a[(size_t)(blockIdx.x * 64 + r) * n + k0 + c];
                else
                    s[r][c] = 0.0;
            }
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += __half2float(s[tid % 64][j]);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
