// Ragged tiles that two loops fill, rows to one end and columns to another.
#include <cuda_pipeline_primitives.h>

__global__ void product(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n,
                        int m, int depth)
{
    __shared__ __align__(128) double kp_as[2][16][16], kp_as_bs[2][16][16];
    const int ty = threadIdx.y, tx = threadIdx.x;

    for (int i = 16 * blockIdx.y; i < n; i += 4096)
        for (int j = 16 * blockIdx.x; j < m; j += 4096) {
            double sum[2] = {0, 0};
            // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage];
                auto &bs = kp_as_bs[kp_stage];
                for (int y = ty; y <= min(15, n - i - 1); y += 8)
                    for (int x = tx; x <= min(15, depth - k - 1); x += 8)
                        __pipeline_memcpy_async(&as[y][x], &a[(i + y) * depth + (k + x)],
                                                sizeof(double));
                for (int y = ty; y <= min(15, depth - k - 1); y += 8)
                    for (int x = tx; x <= min(15, m - j - 1); x += 8)
                        __pipeline_memcpy_async(&bs[y][x], &b[(k + y) * m + (j + x)],
                                                sizeof(double));
                __pipeline_commit();
            };
            auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage];
                auto &bs = kp_as_bs[kp_stage];
                if (n >= ty + i + 1 && m >= tx + j + 1)
                    for (int q = 0; q <= min(15, depth - k - 1); q++) {
                        sum[0] += as[ty][q] * bs[q][tx];
                        if (n >= ty + i + 9)
                            sum[1] += as[ty + 8][q] * bs[q][tx];
                    }
            };
            {
                int k = 0;
                if (k < depth) {
                    int kp_stage = 0;
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < depth; k += 16) {
                        kp_load(k, kp_stage ^ 1);
                        kp_compute(kp_k, kp_stage);
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_k = k;
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_k, kp_stage);
                    __syncthreads();
                }
            }
            if (n >= ty + i + 1 && m >= tx + j + 1)
                c[(ty + i) * m + (tx + j)] = sum[0];
            if (n >= ty + i + 9 && m >= tx + j + 1)
                c[(ty + i + 8) * m + (tx + j)] = sum[1];
            __syncthreads();
        }
}
