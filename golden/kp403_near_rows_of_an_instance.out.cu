// The length of the tile's rows is a template's number: in each instance, an index of a row is below
// it, and so below the ragged end of the rows.
#include <cuda_pipeline_primitives.h>

#define ROWS 32

template <int width>
__global__ void __launch_bounds__(128)
    dot_rows(const float *__restrict__ keys, const float *__restrict__ query, float *out, int n)
{
    __shared__ struct alignas(128) { __align__(16) float tile[ROWS][width]; } kp_tile[2];
    const int half = (threadIdx.x & 1) * (width / 2);
    float sum = 0.0f;

    static_assert(ROWS == 32 && ((width == 64) || (width == 32)),
                  "kpipe: ROWS or width has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int rows = min(ROWS, n - first);
        const float4 *from = (const float4 *)(keys + (size_t)first * width);
        float4 *to = (float4 *)&tile[0][0];

        for (int i = threadIdx.x; i < rows * width / 4; i += 128)
            __pipeline_memcpy_async(&to[i], &from[i], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int rows = min(ROWS, n - first);
        for (int j = 0; j < rows; j++)
            for (int c = 0; c < width / 2; c++)
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

void both(const float *keys, const float *query, float *out, int n)
{
    dot_rows<64><<<4, 128>>>(keys, query, out, n);
    dot_rows<32><<<4, 128>>>(keys, query, out, n);
}
