// What a name adds to the rows alone is padding: the block is as large as the tile without it.
#include <cuda_pipeline_primitives.h>

template <int TILE, int SKEW>
__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[TILE][TILE + SKEW]) + sizeof(float[TILE][TILE + SKEW])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float as[TILE][TILE + SKEW], bs[TILE][TILE + SKEW]; } kp_as[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == TILE && blockDim.y == TILE && TILE % 4 == 0 &&
        SKEW % 4 == 0 && n % 4 == 0 && reinterpret_cast<size_t>(a) % 16 == 0 &&
        reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            auto &bs = kp_as[kp_stage].bs;
            {
                const unsigned int kp_v = threadIdx.y * TILE + threadIdx.x;
                if (kp_v < (TILE * TILE / 4)) {
                    const unsigned int kp_x = kp_v % (TILE / 4) * 4, kp_y = kp_v / (TILE / 4);
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * TILE + y;
                    if (k + x < n)
                        __pipeline_memcpy_async(&as[y][x], &a[row * n + k + x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&as[y][x]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * TILE + threadIdx.x;
                if (kp_v < (TILE * TILE / 4)) {
                    const unsigned int kp_x = kp_v % (TILE / 4) * 4, kp_y = kp_v / (TILE / 4);
                    const int y = kp_y;
                    const int x = kp_x;
                    const int col = blockIdx.x * TILE + x;
                    if (k + y < n && col < n)
                        __pipeline_memcpy_async(&bs[y][x], &b[(k + y) * n + col], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&bs[y][x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            auto &bs = kp_as[kp_stage].bs;
            for (int j = 0; j < TILE; ++j)
                sum += as[y][j] * bs[j][x];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < n; k += TILE) {
                    if (kp_stages > 1)
                        kp_load(k, kp_stage ^ (kp_stages - 1));
                    kp_compute(kp_stage);
                    if (kp_stages == 1) {
                        __syncthreads();
                        kp_load(k, kp_stage);
                    }
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= kp_stages - 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0].as;
        auto &bs = kp_as[0].bs;
        for (int k = 0; k < n; k += TILE) {
            as[y][x] = k + x < n ? a[row * n + k + x] : 0.0f;
            bs[y][x] = k + y < n && col < n ? b[(k + y) * n + col] : 0.0f;
            __syncthreads();
            for (int j = 0; j < TILE; ++j)
                sum += as[y][j] * bs[j][x];
            __syncthreads();
        }
    }
    c[row * n + col] = sum;
}
