// kpipe: --merge 2x1x1
// As is one tile for both merged blocks, Bs one for each: their copies are made wider first, both widths in one loop, and stand
// for both blocks then.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void batched(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: 2x1x1 blocks merged into one (revert this change to undo)
    if (blockIdx.z > (gridDim.z - 1) / 2)
        return;
    const unsigned int kp_z0 = blockIdx.z * 2;

    __shared__ __align__(16) float kp_As[2][T][T];
    __shared__ __align__(16) float kp_Bs[2][2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    int z[2];
    float sum[2];
    #pragma unroll
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
        const unsigned int kp_bz = kp_z0 + kp_z < gridDim.z ? kp_z0 + kp_z : gridDim.z - 1;
        z[kp_z] = kp_bz;
        sum[kp_z] = 0;
    }

    // kpipe: As, Bs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
            if (kp_v < 64 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                const int ty = kp_y;
                const int tx = kp_x;
                const int row = blockIdx.y * T + ty;
                __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(float));
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
            if (kp_v < 64 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                const int ty = kp_y;
                const int tx = kp_x;
                const int col = blockIdx.x * T + tx;
                #pragma unroll
                for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
                    __pipeline_memcpy_async(&Bs[kp_z][ty][tx],
                                            &B[z[kp_z] * n * n + (k + ty) * n + col],
                                            sizeof(float4));
                }
            }
        } else {
            #pragma unroll
            for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
                __pipeline_memcpy_async(&Bs[kp_z][ty][tx], &B[z[kp_z] * n * n + (k + ty) * n + col],
                                        sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
                sum[kp_z] += As[ty][i] * Bs[kp_z][i][tx];
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
    for (unsigned int kp_z = 0; kp_z < 2; kp_z++) {
        if (kp_z0 + kp_z >= gridDim.z)
            continue;
        C[z[kp_z] * n * n + row * n + col] = sum[kp_z];
    }
}
