// Which size ends the loop is chosen; one of them counts tiles.
#include <cuda_pipeline_primitives.h>

__global__ void chosen(const float *__restrict__ a, float *__restrict__ out, int n, int m,
                       bool all)
{
    __shared__ __align__(16) float kp_tile[2][128];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + threadIdx.x);
        };
        {
            int k = 0;
            if ((all && n > m) ? (k < n ? true : false) : k < m) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; (all && n > m) ? (k < n ? true : false) : k < m; k += 128) {
                    kp_load(k, kp_stage ^ 1);
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
        for (int k = 0; (all && n > m) ? (k < n ? true : false) : k < m; k += 128) {
            tile[threadIdx.x] = a[k + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n, int m)
{
    chosen<<<16, 128>>>(a, out, n, m, n > 1024);
}
