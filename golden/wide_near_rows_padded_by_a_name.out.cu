// Rows and columns have the halo: a thread loads one element of the whole tile.
#include <cuda_pipeline_primitives.h>

template <int TILE, int HALO>
__global__ void blur(const float *__restrict__ a, float *__restrict__ b, int w, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[TILE + HALO][TILE + HALO])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float as[TILE + HALO][TILE + HALO]; } kp_as[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == (TILE + HALO) && blockDim.y == (TILE + HALO) &&
        (TILE + HALO) % 4 == 0 && TILE % 4 == 0 && HALO % 4 == 0 && w % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            {
                const unsigned int kp_v = threadIdx.y * (TILE + HALO) + threadIdx.x;
                if (kp_v < ((TILE + HALO) * (TILE + HALO) / 4) && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % ((TILE + HALO) / 4) * 4, kp_y = kp_v / ((TILE + HALO) / 4);
                    const int y = kp_y;
                    const int x = kp_x;
                    __pipeline_memcpy_async(&as[y][x],
                                            &a[(k * (TILE + HALO) + y) * w + blockIdx.x * TILE + x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            if (x < TILE && y < TILE)
                for (int j = 0; j <= HALO; ++j)
                    for (int i = 0; i <= HALO; ++i)
                        sum += as[y + j][x + i] * (i + j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++k; k < n; ++k) {
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
        for (int k = 0; k < n; ++k) {
            as[y][x] = a[(k * (TILE + HALO) + y) * w + blockIdx.x * TILE + x];
            __syncthreads();
            if (x < TILE && y < TILE)
                for (int j = 0; j <= HALO; ++j)
                    for (int i = 0; i <= HALO; ++i)
                        sum += as[y + j][x + i] * (i + j);
            __syncthreads();
        }
    }
    if (x < TILE && y < TILE)
        b[y * w + blockIdx.x * TILE + x] = sum;
}
