// The directives stand in one statement of compute, which moves as it is.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_As[2][256], kp_As_Bs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&Bs[t], &B[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < 256; ++j)
            {
#if 1
                sum += As[j] * Bs[(j + t) % 256];
#endif
            }
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
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < n; k += 256) {
            As[t] = A[k + t];
            Bs[t] = B[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
            {
#if 1
                sum += As[j] * Bs[(j + t) % 256];
#endif
            }
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}
