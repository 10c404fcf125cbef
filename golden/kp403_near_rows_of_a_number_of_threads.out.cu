// kpipe: --stages 2
// Four threads fill a row, and trips are whole rows apart: that holds in every block.
#include <cuda_pipeline_primitives.h>

__global__ void boxes(const float *__restrict__ boxes, float *__restrict__ out, int first, int last)
{
    __shared__ __align__(128) float kp_tile[2][256][4];
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int start, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 4; i++) {
            const int at = start * 4 + threadIdx.x + i * 256;

            if (at < last * 4)
                __pipeline_memcpy_async(&tile[(threadIdx.x - threadIdx.x % 4 + i * 256) / 4][threadIdx.x % 4],
                                        &boxes[at], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int start, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int left = last - start;
        const int count = left > 256 ? 256 : left;
        for (int i = 0; i < count; i++)
            sum += tile[i][0] * tile[i][2] + tile[i][1] * tile[i][3];
    };
    {
        int start = first;
        if (start < last) {
            int kp_stage = 0;
            __syncthreads();
            kp_load(start, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_start = start;
            for (start += 256; start < last; start += 256) {
                kp_load(start, kp_stage ^ 1);
                kp_compute(kp_start, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_start = start;
                kp_stage ^= 1;
            }
            kp_compute(kp_start, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const float *b, float *out, int first, int last)
{
    boxes<<<16, 256>>>(b, out, first, last);
}
