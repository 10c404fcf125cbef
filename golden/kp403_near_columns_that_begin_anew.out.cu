// As kp403_columns_that_go_on_in_the_next_row, where each row begins with the same column.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n, int m)
{
    __shared__ __align__(128) float kp_as[2][16][64];
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        int x;
        for (int y = 0; y < 16; y++)
            for (x = threadIdx.x; x < min(64, n - k); x += 16)
                __pipeline_memcpy_async(&as[y][x], &a[(k + y) * m + x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int y = 0; y < 16; y++)
            for (int q = 0; q < min(64, n - k); q++)
                sum += as[y][q];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
