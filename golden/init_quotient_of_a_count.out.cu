// The quotient is rounded up for numbers that are not negative, as sizes are.
#include <cuda_pipeline_primitives.h>

#define CEIL_DIV(x, y) ((x) >= 0 ? ((x) + (y) - 1) / (y) : (x) / (y))

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16) {
                    const unsigned int kp_x = kp_v * 4;
                    int i = t * 64 + kp_x;
                    if (i < n)
                        __pipeline_memcpy_async(&tile[kp_x], &x[i], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[kp_x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (float)(threadIdx.x + j);
        };
        {
            int t = 0;
            if (t < CEIL_DIV(n, 64)) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (t++; t < CEIL_DIV(n, 64); t++) {
                    kp_load(t, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int t = 0; t < CEIL_DIV(n, 64); t++) {
            int i = t * 64 + threadIdx.x;

            tile[threadIdx.x] = i < n ? x[i] : 0.f;
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j] * (float)(threadIdx.x + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 64>>>(x, y, n);
}
