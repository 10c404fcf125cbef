// kpipe: --stages 2
// Helpers fill tiles that they are given as pointers to rows; inlined, references to the arrays.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ void fill(float to[32][32], const float *__restrict__ from, int ld, int t)
{
    for (int i = t; i < 32 * 32; i += 256)
        to[i / 32][i % 32] = from[(i / 32) * ld + i % 32];
}

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_as[2][32][32];
    __shared__ __align__(16) float kp_bs[2][32][32];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            { // fill(), inlined
                auto &to = as;
                const float *__restrict from = A + k;
                int ld = n;
                {
                    const int i = t * 4;
                    __pipeline_memcpy_async(&to[i / 32][i % 32], &from[(i / 32) * ld + i % 32],
                                            sizeof(float4));
                }
            }
            {
                float (&rows)[32][32] = bs;
                {
                    const int i = t * 4;
                    __pipeline_memcpy_async(&rows[i / 32][i % 32], &B[(i / 32) * n + k + i % 32],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 32; j++)
                sum += as[t % 32][j] * bs[j][t / 8];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 32; k < n; k += 32) {
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
        for (int k = 0; k < n; k += 32) {
            { // fill(), inlined
                auto &to = as;
                const float *__restrict from = A + k;
                int ld = n;
                for (int i = t; i < 32 * 32; i += 256)
                    to[i / 32][i % 32] = from[(i / 32) * ld + i % 32];
            }
            {
                float (&rows)[32][32] = bs;
                for (int i = t; i < 32 * 32; i += 256)
                    rows[i / 32][i % 32] = B[(i / 32) * n + k + i % 32];
            }
            __syncthreads();
            for (int j = 0; j < 32; j++)
                sum += as[t % 32][j] * bs[j][t / 8];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    sums<<<1, 256>>>(A, B, C, n);
}
