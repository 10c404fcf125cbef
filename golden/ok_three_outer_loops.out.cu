// Convolution: filter rows, filter columns and channels around one tile.
#include <cuda_pipeline_primitives.h>

__global__ void conv(const float *__restrict__ in, const float *__restrict__ w,
                     float *__restrict__ out, int C, int H, int W)
{
    __shared__ struct alignas(128) { float row[130]; } kp_row[2];
    const int t = threadIdx.x;
    const int y = blockIdx.y, x0 = blockIdx.x * 128;
    float sum = 0.0f;

    for (int r = 0; r < 3; ++r)
    {
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int c, int kp_stage) __attribute__((always_inline)) {
            auto &row = kp_row[kp_stage].row;
            for (int i = t; i < 130; i += 128) {
                const int xx = x0 + i - 1, yy = y + r - 1;
                if (xx >= 0 && xx < W && yy >= 0 && yy < H)
                    __pipeline_memcpy_async(&row[i], &in[(c * H + yy) * W + xx], sizeof(float));
                else
                    row[i] = 0.0f;
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int c, int kp_stage) __attribute__((always_inline)) {
            auto &row = kp_row[kp_stage].row;
            for (int s = 0; s < 3; ++s)
                sum += row[t + s] * w[(c * 3 + r) * 3 + s];
        };
        {
            int c = 0;
            if (c < C) {
                int kp_stage = 0;
                kp_load(c, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_c = c;
                for (++c; c < C; ++c) {
                    kp_load(c, kp_stage ^ 1);
                    kp_compute(kp_c, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_c = c;
                    kp_stage ^= 1;
                }
                kp_compute(kp_c, kp_stage);
                __syncthreads();
            }
        }
    }
    if (x0 + t < W)
        out[y * W + x0 + t] = sum;
}
