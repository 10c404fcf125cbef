// Each thread has memory of its own from malloc: `off` is not the block's, and no vector may take it
// for that.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) rows(const float *__restrict__ A, float *__restrict__ C, int N,
                                            int K)
{
    __shared__ __align__(128) float kp_T[2][16][64];
    const int t = threadIdx.x;
    int *p = (int *)malloc(sizeof(int));
    float sum = 0.0f;

    *p = t / 64 * 64;
    const int off = *p;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &T = kp_T[kp_stage];
        for (int i = t; i < 16 * 64; i += 128)
            __pipeline_memcpy_async(&T[i / 64][i % 64], &A[off + (k + i / 64) * N + i % 64],
                                    sizeof(float));
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
    C[blockIdx.x * 128 + t] = sum;
}
