// kpipe: --stages 2
// All threads end in the same round.
#include <cuda_pipeline_primitives.h>

__global__ void sums(int n, const int *__restrict__ rounds, const float *__restrict__ x,
                     float *__restrict__ y)
{
    __shared__ __align__(16) float kp_part[2][128];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    for (int r = 0; r < rounds[0]; r++) {
        // kpipe: part in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &part = kp_part[kp_stage];
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&part[kp_x], &x[k + kp_x], sizeof(float4));
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &part = kp_part[kp_stage];
                for (int i = 0; i < 128; i++)
                    sum += part[i] * i;
            };
            {
                int k = 0;
                if (k < n) {
                    int kp_stage = 0;
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    for (k += 128; k < n; k += 128) {
                        kp_load(k, kp_stage ^ 1);
                        kp_compute(kp_stage);
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_stage);
                    __syncthreads();
                }
            }
        } else { // kpipe: as written
            auto &part = kp_part[0];
            for (int k = 0; k < n; k += 128) {
                part[threadIdx.x] = x[k + threadIdx.x];
                __syncthreads();
                for (int i = 0; i < 128; i++)
                    sum += part[i] * i;
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

void launch(int n, int *rounds, float *x, float *y)
{
    sums<<<64, 128>>>(n, rounds, x, y);
}
