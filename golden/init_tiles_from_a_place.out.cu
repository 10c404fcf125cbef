// As many planes for each block, from a place of its own on: no argument counts them.
#include <cuda_pipeline_primitives.h>

__global__ void planes(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_plane[2][64];
    const int first = blockIdx.x * 8;
    float sum = 0;

    // kpipe: plane in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &plane = kp_plane[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16) {
                    const unsigned int kp_x = kp_v * 4;
                    if (i < n)
                        __pipeline_memcpy_async(&plane[kp_x], &x[i * 64 + kp_x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&plane[kp_x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &plane = kp_plane[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += plane[j] * (j + 1);
        };
        {
            int i = first;
            if (i < first + 8) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++i; i < first + 8; ++i) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &plane = kp_plane[0];
        for (int i = first; i < first + 8; ++i) {
            plane[threadIdx.x] = i < n ? x[i * 64 + threadIdx.x] : 0;
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += plane[j] * (j + 1);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    planes<<<(n + 7) / 8, 64>>>(x, y, n);
}
