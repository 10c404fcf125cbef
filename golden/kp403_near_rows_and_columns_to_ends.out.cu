// Tiles of a product with ragged rows and columns, in loops over the tiles of the result, as PPCG writes
// them: what a block leaves out at the edge of one tile it has filled at another one. What is read is
// below both ends.
#include <cuda_pipeline_primitives.h>

__global__ void product(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n,
                        int m, int depth)
{
    __shared__ __align__(128) double kp_as[2][16][16], kp_as_bs[2][16][16];
    const int ty = threadIdx.y, tx = threadIdx.x;

    for (int i = 16 * blockIdx.y; i < n; i += 4096)
        for (int j = 16 * blockIdx.x; j < m; j += 4096) {
            double sum = 0;
            // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage];
                auto &bs = kp_as_bs[kp_stage];
                if (n >= ty + i + 1 && depth >= tx + k + 1)
                    __pipeline_memcpy_async(&as[ty][tx], &a[(ty + i) * depth + (tx + k)],
                                            sizeof(double));
                if (m >= tx + j + 1 && depth >= ty + k + 1)
                    __pipeline_memcpy_async(&bs[ty][tx], &b[(ty + k) * m + (tx + j)],
                                            sizeof(double));
                __pipeline_commit();
            };
            auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &as = kp_as[kp_stage];
                auto &bs = kp_as_bs[kp_stage];
                if (n >= ty + i + 1 && m >= tx + j + 1)
                    for (int q = 0; q <= (15 < depth - k - 1 ? 15 : depth - k - 1); q++)
                        sum += as[ty][q] * bs[q][tx];
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
                c[(ty + i) * m + (tx + j)] = sum;
            __syncthreads();
        }
}
