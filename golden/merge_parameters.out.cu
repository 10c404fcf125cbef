// kpipe: --merge 2x2
// Pointers that are moved to the block's part, and on: copies of the parameters.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void gemm(const float *A, const float *B, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: 2x2 blocks merged into one (revert this change to undo)
    const bool kp_even = gridDim.x % 2 == 0; // then the first blocks are those with work
    const unsigned int kp_column = kp_even ? blockIdx.x / 2 : blockIdx.x;
    const unsigned int kp_row = kp_even ? blockIdx.y * 2 + blockIdx.x % 2 : blockIdx.y;
    if (kp_row > (gridDim.y - 1) / 2 || kp_column > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_y0 = kp_row * 2;
    const unsigned int kp_x0 = kp_column * 2;
    const float *kp_A[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        kp_A[kp_y] = A;
    }
    const float *kp_B[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        kp_B[kp_x] = B;
    }
    float *kp_C[2][2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            kp_C[kp_y][kp_x] = C;
        }

    __shared__ __align__(128) float kp_As[2][2][T * T], kp_As_Bs[2][2][T * T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum[2][2][2] = {};


    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        kp_A[kp_y] += kp_by * T * n;
    }
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        kp_B[kp_x] += kp_bx * T;
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
            const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
            kp_C[kp_y][kp_x] += kp_by * T * n + kp_bx * T;
        }
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
            __pipeline_memcpy_async(&As[kp_y][ty * T + tx], &kp_A[kp_y][ty * n + tx],
                                    sizeof(float));
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            __pipeline_memcpy_async(&Bs[kp_x][ty * T + tx], &kp_B[kp_x][ty * n + tx],
                                    sizeof(float));
        }
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
            kp_A[kp_y] += T;
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            kp_B[kp_x] += T * n;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int i = 0; i < T; i++) // in one line each
            {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                    sum[kp_y][kp_x][i % 2] += As[kp_y][ty * T + i] * Bs[kp_x][i * T + tx];
                }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            if (kp_y0 + kp_y >= gridDim.y)
                continue;
            if (kp_x0 + kp_x >= gridDim.x)
                continue;
            kp_C[kp_y][kp_x][ty * n + tx] = sum[kp_y][kp_x][0] + sum[kp_y][kp_x][1];
        }
}
