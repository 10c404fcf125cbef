// kpipe: --no-widen --merge 2x1x2
// One store tells the blocks along z apart: all of them compute the same, and share both tiles.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                        int n)
{
    // kpipe 0.1.0: 2x1x2 blocks merged into one (revert this change to undo)
    if (blockIdx.z > (gridDim.z - 1) / 2 || blockIdx.x > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_z0 = blockIdx.z * 2;
    const unsigned int kp_x0 = blockIdx.x * 2;

    __shared__ __align__(128) float kp_As[2][T][T];
    __shared__ __align__(128) float kp_Bs[2][2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    int col[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        col[kp_x] = kp_bx * T + tx;
    }
    float sum[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        sum[kp_x] = 0.0f;
    }

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(float));
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            __pipeline_memcpy_async(&Bs[kp_x][ty][tx], &B[(k + ty) * n + col[kp_x]], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                sum[kp_x] += As[ty][i] * Bs[kp_x][i][tx];
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
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            if (kp_z0 + kp_z >= gridDim.z)
                continue;
            if (kp_x0 + kp_x >= gridDim.x)
                continue;
            const unsigned int kp_bz = kp_z0 + kp_z;
            C[(kp_bz * n + row) * n + col[kp_x]] = sum[kp_x];
        }
}
