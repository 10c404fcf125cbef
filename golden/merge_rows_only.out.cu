// kpipe: --no-widen --merge 4x1
// Along one axis: the tile that all of them share exists once.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                  int n)
{
    // kpipe 0.1.0: 4x1 blocks merged into one (revert this change to undo)
    if (blockIdx.y > (gridDim.y - 1) / 4)
        return;
    const unsigned int kp_y0 = blockIdx.y * 4;

    __shared__ __align__(128) float kp_As[2][4][T][T];
    __shared__ __align__(128) float kp_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[4];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 4; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * T + ty;
    }
    const int col = blockIdx.x * T + tx;
    float sum[4];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 4; kp_y++) {
        sum[kp_y] = 0.0f;
    }

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 4; kp_y++) {
            __pipeline_memcpy_async(&As[kp_y][ty][tx], &A[row[kp_y] * n + k + tx], sizeof(float));
        }
        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 4; kp_y++) {
                sum[kp_y] += As[kp_y][ty][i] * Bs[i][tx];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 4; kp_y++) {
        if (kp_y0 + kp_y >= gridDim.y)
            continue;
        C[row[kp_y] * n + col] = sum[kp_y];
    }
}
