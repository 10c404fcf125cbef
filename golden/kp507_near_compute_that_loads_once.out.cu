// kpipe: --arch sm_90
// Compute loads once, and then works on the tile.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    weights(const float *__restrict__ x, const float *__restrict__ W, float *__restrict__ out, int n,
            int cols)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x, c = blockIdx.x * 256 + t;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (first + t < n)
            __pipeline_memcpy_async(&tile[t], &x[(size_t)blockIdx.y * n + first + t],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int len = first + 256 > n ? n - first : 256;
        const float w = W[(size_t)first * cols + c];
        for (int j = 0; j < len; ++j)
            sum += tile[j] * w;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_load(first, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_first = first;
            for (first += 256; first < n; first += 256) {
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
    out[(size_t)blockIdx.y * cols + c] = sum;
}

void launch(const float *x, const float *W, float *out, int n, int cols, int rows)
{
    weights<<<dim3(cols / 256, rows), 256>>>(x, W, out, n, cols);
}
