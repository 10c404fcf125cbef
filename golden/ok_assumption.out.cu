// The compiler's own function is none of the program's, though the output says its name, too.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) product(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    int t = threadIdx.x;
    float acc = 0;

    __builtin_assume(n % 128 == 0);
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            __builtin_assume(k % 128 == 0);
            for (int j = 0; j < 128; ++j)
                acc += s[j ^ t] * (j + 1);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 128) {
            s[t] = A[k + t];
            __syncthreads();
            __builtin_assume(k % 128 == 0);
            for (int j = 0; j < 128; ++j)
                acc += s[j ^ t] * (j + 1);
            __syncthreads();
        }
    }
    C[blockIdx.x * 128 + t] = acc;
}
