// kpipe: --shape ring
// The slice and the user's loop each move an offset, so the cursor has a copy of its own.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int offset = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && offset % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, i = 0, offset = offset](int kp_stage) mutable __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            if (i < n) {
                {
                    const int j = t * 4;
                    if (j < 128 && __activemask()) { // true: to keep a branch
                        __pipeline_memcpy_async(&tile[j], &x[offset + j], sizeof(float4));
                    }
                }
                offset += 128;
                ++i;
            }
            __pipeline_commit();
        };
        kp_load(0);
        int kp_stage = 0, kp_next = 1;
        for (int i = 0; i < n; ++i) {
            __pipeline_wait_prior(0);
            __syncthreads();
            kp_load(kp_next);
            auto &tile = kp_tile[kp_stage];
            kp_next = kp_stage;
            kp_stage ^= 1;
            offset += 128;
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t ^ j);
            sum += offset;
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; ++i) {
            for (int j = t; j < 128; j += 128)
                tile[j] = x[offset + j];
            offset += 128;
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t ^ j);
            sum += offset;
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum + offset;
}
