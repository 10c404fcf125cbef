// Wide copies take the bits of several elements; what is copied by itself is converted.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const unsigned char *__restrict__ a, const unsigned *__restrict__ b, float *__restrict__ out, int n)
{
    __shared__ __align__(16) char kp_as[2][256];
    __shared__ __align__(16) int kp_bs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(a) % 16 == 0 &&
        reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 16;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&as[t], &a[k + t], sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&bs[t], &b[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += as[j] * bs[(j + t) % 256];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 256) {
            as[t] = a[k + t];
            bs[t] = b[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += as[j] * bs[(j + t) % 256];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
