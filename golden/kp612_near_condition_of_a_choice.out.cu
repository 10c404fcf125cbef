// kpipe: --stages 3
// What ends the loop is chosen by conditions, down to true and false.
#include <cuda_pipeline_primitives.h>

__global__ void chosen(const float *__restrict__ a, float *__restrict__ out, int n, int m,
                       bool all)
{
    __shared__ __align__(16) float kp_tile[3][128];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            if ((all && n > m) ? (k < n ? true : false) : k < m) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(float4));
                    }
                }
                k += 128;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; (all && n > m) ? (k < n ? true : false) : k < m; k += 128) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &tile = kp_tile[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int i = 0; i < 128; i++)
                sum += tile[i] * (i + threadIdx.x);
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
