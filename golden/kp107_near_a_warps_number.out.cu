// The number of a warp in the grid: rows of whole warps, and few enough threads.
#include <cuda_pipeline_primitives.h>

__global__ void csr(int rows, const int *__restrict__ begins, const float *__restrict__ values,
                    const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ __align__(128) float kp_value[2][8][32];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = thread / 32, lane = threadIdx.x & 31, own = threadIdx.x >> 5;

    for (int row = warp; row < rows; row += gridDim.x * 8) {
        float sum = 0;

        // kpipe: pipelined where these hold, else the loop as written
        const bool kp_apart =
            blockDim.x % 32 == 0 &&
            gridDim.x <= 2147483647u / blockDim.x;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_apart) {
            auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
                auto &value = kp_value[kp_stage];
                __pipeline_memcpy_async(&value[own][lane], &values[j + lane], sizeof(float));
                __pipeline_commit();
            };
            auto kp_compute = [&](int j, int kp_stage) __attribute__((always_inline)) {
                auto &value = kp_value[kp_stage];
                for (int i = 0; i < 32; i++)
                    sum += value[own][i] * x[(j + i) * 32 + lane];
            };
            {
                int j = begins[row];
                if (j < begins[row + 1]) {
                    int kp_stage = 0;
                    kp_load(j, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncwarp();
                    int kp_j = j;
                    for (j += 32; j < begins[row + 1]; j += 32) {
                        kp_load(j, kp_stage ^ 1);
                        kp_compute(kp_j, kp_stage);
                        __pipeline_wait_prior(0);
                        __syncwarp();
                        kp_j = j;
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_j, kp_stage);
                    __syncwarp();
                }
            }
        } else { // kpipe: as written
            auto &value = kp_value[0];
            for (int j = begins[row]; j < begins[row + 1]; j += 32) {
                value[own][lane] = values[j + lane];
                __syncwarp();
                for (int i = 0; i < 32; i++)
                    sum += value[own][i] * x[(j + i) * 32 + lane];
                __syncwarp();
            }
        }
        y[row * 32 + lane] = sum;
    }
}

void launch(int rows, int *begins, float *values, float *x, float *y)
{
    csr<<<128, 256>>>(rows, begins, values, x, y);
}
