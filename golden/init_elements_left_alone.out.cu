// Every second element of `some` is stored to, which is no output then; `all` is one.
#include <cuda_pipeline_primitives.h>

__global__ void halves(const float *__restrict__ in, float *some, float *all, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(in) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &in[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int k = 0; k < 128; ++k)
                sum += tile[k];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 128; i < n; i += 128) {
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
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; i += 128) {
            tile[threadIdx.x] = in[i + threadIdx.x];
            __syncthreads();
            for (int k = 0; k < 128; ++k)
                sum += tile[k];
            __syncthreads();
        }
    }
    all[blockIdx.x * 128 + threadIdx.x] = sum;
    if (threadIdx.x % 2 == 0)
        some[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *in, float *some, float *all, int n) { halves<<<n / 128, 128>>>(in, some, all, n); }
