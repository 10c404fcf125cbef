// kpipe: --merge 2x2
// Two tiles of 16 KB each, twice.
#include <cuda_pipeline_primitives.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ __align__(128) float kp_As[2][16][256];
    __shared__ float Bs[256][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty;
    const int col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[16];
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 256; i += 16, ++kp_i) {
            __pipeline_memcpy_async(&As[ty][tx + i], &A[row * n + k + tx + i], sizeof(float));
            kp_r0[kp_i] = B[(k + ty + i) * n + col];
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 256; i++)
            sum += As[ty][i] * Bs[i][tx];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 256; i += 16, ++kp_i) {
            Bs[ty + i][tx] = kp_r0[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store();
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __syncthreads();
                kp_store();
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + col] = sum;
}
