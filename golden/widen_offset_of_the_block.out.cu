// The same for all threads of the block: vectors may take it.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) rows(const float *__restrict__ A, float *__restrict__ C, int N,
                                            int K)
{
    __shared__ __align__(16) float kp_T[2][16][64];
    const int t = threadIdx.x;

    float sum = 0.0f;


    const int off = blockIdx.x * 64;
    // kpipe: T in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && N % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &T = kp_T[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (t + kp_v * 128) * 4;
                    __pipeline_memcpy_async(&T[i / 64][i % 64], &A[off + (k + i / 64) * N + i % 64],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &T = kp_T[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += T[j][t & 63];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < K; k += 16) {
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
        auto &T = kp_T[0];
        for (int k = 0; k < K; k += 16) {
            for (int i = t; i < 16 * 64; i += 128)
                T[i / 64][i % 64] = A[off + (k + i / 64) * N + i % 64];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += T[j][t & 63];
            __syncthreads();
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
