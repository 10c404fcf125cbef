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
    __shared__ __align__(16) float kp_tile[2][TILE / 16 * WIDTH];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && ld % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(WIDTH == 64 && TILE == 64,
                  "kpipe: WIDTH or TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            { // load(), inlined
                constexpr auto kp_in0 = ROWS;
                {
                    constexpr int ROWS = kp_in0;
                    const float *from = x + k * ld;
                    int stride = ld;
                    static_assert(ROWS * WIDTH % 2 ==
                                      0,
                                  "an even number");
                    {
                        const unsigned int kp_v = threadIdx.x;
                        const unsigned int kp_x = kp_v % 16 * 4;
                        const int t = kp_x;
                    #pragma unroll
                        for (int row = (-1) + static_cast<int>(kp_v / 16); row < ROWS; row += 4) {
                            if (row >= 0)
                                __pipeline_memcpy_async(&tile[row * WIDTH + t], &from[row * stride + t],
                                                        sizeof(float4));
                        }
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
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
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += ROWS) {
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
                            tile[row * WIDTH + t] = from[row * stride + t];
                }
            }
            __syncthreads();
            for (int j = 0; j < WIDTH; ++j)
                for (int i = 0; i < ROWS; ++i)
                    sum += tile[i * WIDTH + j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

template __global__ void sums<64>(const float *, float *, int, int);
