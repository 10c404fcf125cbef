// As many tiles as there are blocks: what counts them is the size that the host's grid covers. The host's 300 are no
// measure.
#include <cuda_pipeline_primitives.h>

__global__ void forces(const float *__restrict__ at, float *__restrict__ force, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && blockDim.x % 4 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(at) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16) {
                    const unsigned int kp_x = kp_v * 4;
                    const int j = t * blockDim.x + kp_x;
                    if (j < n)
                        __pipeline_memcpy_async(&tile[kp_x], &at[j], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[kp_x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int k = 0; k < 64; ++k)
                sum += tile[k] - (i < n ? at[i] : 0.0f);
        };
        {
            int t = 0;
            if (t < gridDim.x) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++t; t < gridDim.x; ++t) {
                    kp_load(t, kp_stage ^ 1);
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
        auto &tile = kp_tile[0];
        for (int t = 0; t < gridDim.x; ++t) {
            const int j = t * blockDim.x + threadIdx.x;
            tile[threadIdx.x] = j < n ? at[j] : 0.0f;
            __syncthreads();
            for (int k = 0; k < 64; ++k)
                sum += tile[k] - (i < n ? at[i] : 0.0f);
            __syncthreads();
        }
    }
    if (i < n)
        force[i] = sum;
}

int main()
{
    const int bodies = 300;
    float *at, *force;
    cudaMalloc(&at, bodies * sizeof(float));
    cudaMalloc(&force, bodies * sizeof(float));
    int blocks = (bodies + 63) / 64;
    forces<<<blocks, 64>>>(at, force, bodies);
}
