// The kernel's constants have the names of the helper's template parameters: ROWS has another type
// there (-1 is less than an int of 4, not than an unsigned one), WIDTH has the same.
#include <cuda_pipeline_primitives.h>

template <int ROWS, int WIDTH>
__device__ void load(const float *from, float *tile, int stride, int t)
{
    static_assert(ROWS * WIDTH % 2 ==
                      0,
                  "an even number");
    for (int row = -1; row < ROWS; ++row)
        if (row >= 0)
            tile[row * WIDTH + t] = from[row * stride + t];
}

template <int TILE>
__global__ __launch_bounds__(64) void sums(const float *__restrict__ x, float *__restrict__ y,
                                           int n, int ld)
{
    const unsigned ROWS = TILE / 16;
    constexpr int WIDTH = 64;
    __shared__ struct alignas(128) { float tile[TILE / 16 * WIDTH]; } kp_tile[2];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(WIDTH == 64, "kpipe: WIDTH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        { // load(), inlined
            constexpr auto kp_in0 = ROWS;
            {
                constexpr int ROWS = kp_in0;
                const float *from = x + k * ld;
                int stride = ld;
                static_assert(ROWS * WIDTH % 2 ==
                                  0,
                              "an even number");
                for (int row = -1; row < ROWS; ++row)
                    if (row >= 0)
                        __pipeline_memcpy_async(&tile[row * WIDTH + t], &from[row * stride + t],
                                                sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < WIDTH; ++j)
            for (int i = 0; i < ROWS; ++i)
                sum += tile[i * WIDTH + j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += ROWS; k < n; k += ROWS) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

template __global__ void sums<64>(const float *, float *, int, int);
