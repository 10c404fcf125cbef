// A ragged tile is filled by vectors and read by their words: below the end, each word is one of a
// vector that has been filled in the same iteration.
#include <cuda_pipeline_primitives.h>

#define ROWS 32
#define WIDTH 64

__global__ void __launch_bounds__(128)
    dot_rows(const float *__restrict__ keys, const float *__restrict__ query, float *out, int n)
{
    __shared__ __align__(16) float kp_tile[2][ROWS][WIDTH];
    const int half = (threadIdx.x & 1) * (WIDTH / 2);
    float sum = 0.0f;

    static_assert(ROWS == 32 && WIDTH == 64,
                  "kpipe: ROWS or WIDTH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int rows = min(ROWS, n - first);
        const float4 *from = (const float4 *)(keys + (size_t)first * WIDTH);
        float4 *to = (float4 *)&tile[0][0];

        for (int i = threadIdx.x; i < rows * WIDTH / 4; i += 128)
            __pipeline_memcpy_async(&to[i], &from[i], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int rows = min(ROWS, n - first);
        for (int j = 0; j < rows; j++)
            for (int c = 0; c < WIDTH / 2; c++)
                sum += query[c] * tile[j][half + c];
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_load(first, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_first = first;
            for (first += ROWS; first < n; first += ROWS) {
                kp_load(first, kp_stage ^ 1);
                kp_compute(kp_first, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
