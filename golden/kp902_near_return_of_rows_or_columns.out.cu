// kpipe: --no-widen --merge 3x4
// Rows or columns, by names of their own.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void below(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                      int n)
{
    // kpipe 0.1.0: 3x4 blocks merged into one (revert this change to undo)
    const bool kp_even = gridDim.x % 4 == 0; // then the first blocks are those with work
    const unsigned int kp_column = kp_even ? blockIdx.x / 4 : blockIdx.x;
    const unsigned int kp_row = kp_even ? blockIdx.y * 4 + blockIdx.x % 4 : blockIdx.y;
    if (kp_row > (gridDim.y - 1) / 3 || kp_column > (gridDim.x - 1) / 4)
        return;
    const unsigned int kp_y0 = kp_row * 3;
    const unsigned int kp_x0 = kp_column * 4;
    bool kp_live_y[3];
    unsigned int kp_stand_y = 3;
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y;
        kp_live_y[kp_y] = kp_by < gridDim.y && !(((const unsigned int)(kp_by * T)) >= (unsigned)n);
        if (kp_live_y[kp_y])
            kp_stand_y = kp_y;
    }
    if (kp_stand_y == 3)
        return;
    bool kp_live_x[4];
    unsigned int kp_stand_x = 4;
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x;
        kp_live_x[kp_x] = kp_bx < gridDim.x && !(((const int)(n - 1)) < ((const int)(kp_bx * T)));
        if (kp_live_x[kp_x])
            kp_stand_x = kp_x;
    }
    if (kp_stand_x == 4)
        return;

    __shared__ __align__(128) float kp_As[2][3][T][T];
    __shared__ __align__(128) float kp_Bs[2][4][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[3];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
        const unsigned int kp_by = kp_y0 + (kp_live_y[kp_y] ? kp_y : kp_stand_y);
        row[kp_y] = kp_by * T + ty;
    }
    int col[4];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        const unsigned int kp_bx = kp_x0 + (kp_live_x[kp_x] ? kp_x : kp_stand_x);
        col[kp_x] = kp_bx * T + tx;
    }
    float sum[3][4];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            sum[kp_y][kp_x] = 0.0f;
        }

    unsigned int row0[3];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
        const unsigned int kp_by = kp_y0 + (kp_live_y[kp_y] ? kp_y : kp_stand_y);
        row0[kp_y] = kp_by * T;
    }
    int ty_of_first[4];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        const unsigned int kp_bx = kp_x0 + (kp_live_x[kp_x] ? kp_x : kp_stand_x);
        ty_of_first[kp_x] = kp_bx * T;
    }
    const int last = n - 1;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
            __pipeline_memcpy_async(&As[kp_y][ty][tx], &A[row[kp_y] * n + k + tx], sizeof(float));
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            __pipeline_memcpy_async(&Bs[kp_x][ty][tx], &B[(k + ty) * n + col[kp_x]], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
                    sum[kp_y][kp_x] += As[kp_y][ty][i] * Bs[kp_x][i][tx];
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
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
            if (!kp_live_y[kp_y])
                continue;
            if (!kp_live_x[kp_x])
                continue;
            C[row[kp_y] * n + col[kp_x]] = sum[kp_y][kp_x];
        }
}
